//! What people type to look around: `d` and `eval`.

use crate::notation::{Tps, TpsError};
use crate::types::{Rules, SizeError, sized};

/// The board with its TPS and key.
pub(super) fn board(tps: &Tps, rules: Rules) -> String {
    text(sized!(tps.size, N => {
        tps.position::<N>(rules).map(|position| format!("TPS {tps}\nKey {:016x}", position.key()))
    }))
}

/// The evaluation, term by term.
pub(super) fn evaluation(tps: &Tps, rules: Rules) -> String {
    text(sized!(tps.size, N => {
        tps.position::<N>(rules).map(|position| match position.outcome() {
            Some(outcome) => format!("{outcome:?}"),
            None => format!("{:?}", crate::eval::evaluate(&position).value(N)),
        })
    }))
}

/// A position that is on the board can be set up again; if not, the reason is what there is to say.
fn text(result: Result<Result<String, TpsError>, SizeError>) -> String {
    match result {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    }
}
