//! Gradient descent with a step size per number.

/// A row of numbers with running means of their gradients and of the squares of these. Rows without a gradient stay.
pub(crate) struct AdamRow<'a> {
    pub(crate) numbers: &'a mut [f32],
    pub(crate) mean: &'a mut [f32],
    pub(crate) square: &'a mut [f32],
    /// Number of steps of this row. The means begin with the first of them, so that a row that is rare takes steps of
    /// the usual length.
    pub(crate) taken: &'a mut u32,
}

impl AdamRow<'_> {
    /// Takes a step against the gradient with weight decay (AdamW: Loshchilov and Hutter, 2019; without decay Adam:
    /// Kingma and Ba, 2014).
    pub(crate) fn step(self, gradient: &[f32], rate: f32, decay: f32) {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        if gradient.iter().all(|&slope| slope == 0.0) {
            return;
        }
        *self.taken += 1;
        let left = |decay: f32| 1.0 - decay.powi(*self.taken as i32);
        let (mean_left, square_left) = (left(MEAN_DECAY), left(SQUARE_DECAY));
        let means = self.mean.iter_mut().zip(self.square);
        for ((number, &slope), (mean, square)) in self.numbers.iter_mut().zip(gradient).zip(means) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let step = *mean / mean_left / ((*square / square_left).sqrt() + 1e-8);
            *number -= rate * (step + decay * *number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps of rate 1 with a gradient of 1 at the end, and none in the steps before and after it.
    #[test]
    fn a_rare_row_moves_as_far_as_a_usual_one() {
        for before in [0, 1000] {
            let [mut numbers, mut mean, mut square] = [[0.0]; 3];
            let mut taken = 0;
            let mut step = |slope: f32| {
                let taken = &mut taken;
                let (numbers, mean, square) = (&mut numbers, &mut mean, &mut square);
                AdamRow { numbers, mean, square, taken }.step(&[slope], 1.0, 0.0);
            };
            (0..before).for_each(|_| step(0.0));
            step(1.0);
            (0..100).for_each(|_| step(0.0));
            assert!((numbers[0] + 1.0).abs() < 1e-3, "{before}: {numbers:?}");
        }
    }
}
