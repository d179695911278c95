//! Gradient descent with a step size per number.

/// Running means of the gradient and of its squares, for each number.
pub(crate) struct Means<'a> {
    pub(crate) mean: &'a mut [f32],
    pub(crate) square: &'a mut [f32],
    /// Number of steps, including the next one.
    pub(crate) taken: u32,
}

impl Means<'_> {
    /// Takes a step against the gradient with weight decay (AdamW: Loshchilov and Hutter, 2019; without decay Adam:
    /// Kingma and Ba, 2014).
    pub(crate) fn step(self, numbers: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        let left = |decay: f32| 1.0 - decay.powi(self.taken as i32);
        let (mean_left, square_left) = (left(MEAN_DECAY), left(SQUARE_DECAY));
        let means = self.mean.iter_mut().zip(self.square);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(means) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let step = *mean / mean_left / ((*square / square_left).sqrt() + 1e-8);
            *number -= rate * (step + decay * *number);
        }
    }
}
