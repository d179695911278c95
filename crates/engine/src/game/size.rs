//! Values for one of the six board sizes, for sizes that are known at run time.

/// A value for one board size.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum BySize<On3, On4, On5, On6, On7, On8> {
    Three(On3),
    Four(On4),
    Five(On5),
    Six(On6),
    Seven(On7),
    Eight(On8),
}

/// The type of a value for one board size, by its name without the size.
macro_rules! by_size {
    ($typed:ident) => {
        BySize<$typed<3>, $typed<4>, $typed<5>, $typed<6>, $typed<7>, $typed<8>>
    };
}
pub(super) use by_size;

/// Runs the same code for every size.
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

/// Runs code with a game's position and a tool for its size. Takes the tool from an option, or makes a new one if the
/// option is empty or has a tool for another size, and puts it back.
macro_rules! for_game {
    ($kept:expr, $new:expr, $game:expr, ($tool:ident, $position:ident) => $body:expr) => {
        $crate::game::size::for_game!(
            @match $kept, $new, $game, $tool, $position, $body, Three Four Five Six Seven Eight
        )
    };
    (@match $kept:expr, $new:expr, $game:expr, $tool:ident, $position:ident, $body:expr, $($size:ident)*) => {
        match $game.typed() {
            $(
                BySize::$size($position) => {
                    let mut $tool = match $kept.take() {
                        Some(BySize::$size(tool)) => tool,
                        other => {
                            // Drop the tool for another size before making the new one.
                            drop(other);
                            $new
                        }
                    };
                    let result = $body;
                    $kept = Some(BySize::$size($tool));
                    result
                }
            )*
        }
    };
}
pub(super) use for_game;
