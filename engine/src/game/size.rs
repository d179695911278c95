//! One of six: what is made for a board size, where the size is known only when the program runs.

/// Something for boards of one size.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum BySize<On3, On4, On5, On6, On7, On8> {
    Three(On3),
    Four(On4),
    Five(On5),
    Six(On6),
    Seven(On7),
    Eight(On8),
}

/// The same code for whichever of the six is there.
macro_rules! whatever_size {
    ($one:expr, $typed:ident => $body:expr) => {
        match $one {
            BySize::Three($typed) => $body,
            BySize::Four($typed) => $body,
            BySize::Five($typed) => $body,
            BySize::Six($typed) => $body,
            BySize::Seven($typed) => $body,
            BySize::Eight($typed) => $body,
        }
    };
}
pub(super) use whatever_size;

/// Works on a board's position with a tool that is made for its size and kept in a seat: the one that sits
/// there, or a new one if the seat is free or taken by a tool for another size.
macro_rules! seated {
    ($seat:expr, $new:expr, $board:expr, ($tool:ident, $position:ident) => $body:expr) => {
        $crate::game::size::seated!(
            @match $seat, $new, $board, $tool, $position, $body, Three Four Five Six Seven Eight
        )
    };
    (@match $seat:expr, $new:expr, $board:expr, $tool:ident, $position:ident, $body:expr, $($size:ident)*) => {
        match $board.typed() {
            $(
                BySize::$size($position) => {
                    let mut $tool = match $seat.take() {
                        Some(BySize::$size(tool)) => tool,
                        other => {
                            // The one for another size ends before the new one begins.
                            drop(other);
                            $new
                        }
                    };
                    let result = $body;
                    $seat = Some(BySize::$size($tool));
                    result
                }
            )*
        }
    };
}
pub(super) use seated;
