//! Tables that map inputs to those of symmetric images and of the opponent.

use stonefall_engine::board::Symmetry;
use stonefall_engine::eval::net::Inputs;

/// A table of inputs for each image and player.
pub(super) struct Images(Vec<[Vec<u16>; 2]>);

impl Images {
    pub(super) fn new(inputs: Inputs) -> Self {
        let image = |symmetry| {
            let own: Vec<u16> =
                (0..inputs.count()).map(|input| inputs.image(input, symmetry) as u16).collect();
            let other =
                own.iter().map(|&input| inputs.seen_by_other(input.into()) as u16).collect();
            [own, other]
        };
        Self(Symmetry::ALL.into_iter().map(image).collect())
    }

    /// Number of images.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The tables of an image for the side to move and for the opponent.
    pub(super) fn of(&self, image: usize) -> &[Vec<u16>; 2] {
        &self.0[image]
    }
}
