//! Values to text: the lines of the protocol, and answers for people.

use super::command::Dialect;
use super::host::Host;
use crate::eval::net::Network;
use crate::eval::{DIFFERENCES, Value, scale};
use crate::game::Game;
use crate::options::{Options, Spec, TABLE};
use crate::report::{self, Style, outcome_words};
use crate::search::{Bound, Info};
use crate::types::{Color, MAX_SIZE, MIN_SIZE, Move};
use std::fmt::Write as _;

/// Half komis for the menus of clients.
const HALF_KOMIS: std::ops::RangeInclusive<i32> = -10..=10;

/// The answer to `tei`. The defaults are the options at program start.
pub(super) fn identity(
    host: &impl Host,
    started: &Options,
    specs: impl Iterator<Item = Spec>,
) -> String {
    let (name, version) = (host.name(), host.version());
    let mut text =
        format!("id name {name}\nid author the Stonefall authors\nid version {version}\nsize");
    for size in MIN_SIZE..=MAX_SIZE {
        let _ = write!(text, " {size}");
    }
    text.push_str(" halfkomi");
    for half_komi in HALF_KOMIS {
        let _ = write!(text, " {half_komi}");
    }
    for spec in specs {
        let _ = write!(text, "\n{}", spec.line(started));
    }
    text.push_str("\nteiok");
    text
}

/// Form of `info` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineStyle {
    pub(super) dialect: Dialect,
    pub(super) show_wdl: bool,
}

/// A line of analysis. `multipv` comes first and `pv` last. It has no words outside the protocol, because clients take
/// unknown words for values of the word before.
pub(super) fn info(info: &Info, style: LineStyle) -> String {
    let mut text = String::from("info");
    if info.lines > 1 {
        let _ = write!(text, " multipv {}", info.line);
    }
    let depth = info.depth.clamp(1, u16::MAX.into());
    let seldepth = info.seldepth.clamp(depth, u16::MAX.into());
    let _ = write!(
        text,
        " depth {depth} seldepth {seldepth} score {}",
        score(info.value, style.dialect)
    );
    text.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if style.show_wdl {
        let _ = write!(text, " wdl {} {} {}", info.wdl.win, info.wdl.draw, info.wdl.loss);
    }
    let (time, hashfull) = (info.time.as_millis(), info.hashfull.min(1000));
    let _ =
        write!(text, " nodes {} nps {} hashfull {hashfull} time {time} pv", info.nodes, info.nps());
    for mv in &info.pv {
        let _ = write!(text, " {mv}");
    }
    text
}

/// Whether the result of the game is proven.
pub(super) fn is_proven(info: &Info) -> bool {
    matches!(info.value, Value::Win { .. } | Value::Loss { .. }) && info.bound == Bound::Exact
}

/// A score from the mover's view. Proven results count moves of the winner in version 0 (`mate`, negative for a loss)
/// and plies in version 1.
fn score(value: Value, dialect: Dialect) -> String {
    match (value, dialect) {
        (Value::CentiFlats(flats), _) => format!("cp {flats}"),
        (Value::Win { plies }, Dialect::V0) => format!("mate {}", plies.div_ceil(2).max(1)),
        // After an odd number the mover made the last move: it filled the board or completed the opponent's road.
        (Value::Loss { plies }, Dialect::V0) => format!("mate -{}", (plies / 2).max(1)),
        (Value::Win { plies }, Dialect::V1) => format!("solved win {plies}"),
        (Value::Loss { plies }, Dialect::V1) => format!("solved loss {plies}"),
    }
}

/// The answer to `go`: `--` after the end of the game, otherwise the move, and the reply to ponder on.
pub(super) fn best_move(best: Option<Move>, reply: Option<Move>) -> String {
    match (best, reply) {
        (None, _) => "bestmove --".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(reply)) => format!("bestmove {best} ponder {reply}"),
    }
}

/// The commands, for people.
pub(super) fn help() -> String {
    let mut text = String::from(HELP);
    for spec in &TABLE {
        let value =
            spec.value(&Options::default()).map_or_else(String::new, |it| format!(" ({it})"));
        let _ = write!(text, "\n  {}{value}: {}", spec.name, spec.help);
    }
    text
}

const HELP: &str = "\
Stonefall speaks TEI, the Tak Engine Interface. Programs use it; people can type the same commands.
Search:
  teinewgame 6                        start a game on 6x6; sizes 3 to 8
  position startpos moves a1 f6 c3    set up moves, or a position:
  position tps x6/x6/x6/x6/x6/x6 1 1
  go movetime 5000                    search for 5 seconds; also: depth N, nodes N, infinite,
                                      wtime T btime T winc T binc T, searchmoves M, solved
  stop                                answer at once
  go ponder movetime 5000             search in the opponent's time, after the expected reply
  ponderhit                           the reply came: the limits count from now on
Display:
  d                                   draw the board
  eval                                explain the evaluation
  go perft N                          count the positions after N plies
  bench                               measure the speed
End:
  quit
For programs:
  tei, isready; facts, game, ptn, annotate (docs/tei.md)
Options, set by setoption name NAME value VALUE:";

/// The position: drawing, reserves, TPS and key.
pub(super) fn board(game: &Game) -> String {
    let tps = game.tps();
    // Without the history: a repetition does not end the game here.
    let alone = match Game::from_tps(&tps, *game.rules()) {
        Ok(alone) => alone,
        Err(error) => return error.to_string(),
    };
    format!(
        "{}{}\n{}\nTPS {tps}\nKey {:016x}",
        report::draw(&alone, Style::Unicode),
        report::status(&alone, Style::Unicode),
        report::key(Style::Unicode),
        game.key()
    )
}

/// The value of the position and its parts, from White's view.
pub(super) fn evaluation(game: &Game, network: &Network) -> String {
    if let Some(outcome) = game.outcome() {
        return outcome_words(outcome);
    }
    let mover = game.to_move();
    let sign = if mover == Color::White { 1 } else { -1 };
    let flat = f64::from(scale(game.size()).flat);
    // The sum turns a rounded negative zero into zero.
    let flats = |units: f64| format!("{:+.2}", (units / flat * 100.0).round() / 100.0 + 0.0);
    let summary = game.summary();
    let mut text = format!("{:<40} White's lead    each     sum\n", "Difference");
    let mut direct = 0.0;
    let weights = network.difference_weights(&summary);
    for ((name, lead), each) in DIFFERENCES.iter().zip(summary.differences).zip(weights) {
        if lead == 0 {
            continue;
        }
        let lead = sign * lead;
        let sum = each * f64::from(lead);
        direct += sum;
        let (each, sum) = (flats(each), flats(sum));
        let _ = writeln!(text, "{name:<40} {lead:>12} {each:>7} {sum:>7}");
    }
    let whole = f64::from(game.value(network).0);
    let white = f64::from(sign) * whole;
    let _ = writeln!(text, "Differences: {}, neurons: {}", flats(direct), flats(white - direct));
    let _ = write!(
        text,
        "In flats: {} for White, {} for {} (to move)",
        flats(white),
        flats(whole),
        mover.name()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Wdl;
    use crate::types::{Piece, Square};
    use std::time::Duration;

    fn sample(value: Value, lines: usize) -> Info {
        let (wdl, time) = (Wdl { win: 500, draw: 100, loss: 400 }, Duration::from_millis(20));
        let wall = Info::unexplored(Move::place(Square::from_index(0), Piece::Wall));
        Info { depth: 5, seldepth: 9, lines, value, wdl, nodes: 1000, time, hashfull: 3, ..wall }
    }

    #[test]
    fn info_has_multipv_first_and_pv_last() {
        let style = LineStyle { dialect: Dialect::V0, show_wdl: true };
        assert_eq!(
            info(&sample(Value::CentiFlats(-35), 2), style),
            "info multipv 1 depth 5 seldepth 9 score cp -35 wdl 500 100 400 nodes 1000 nps 50000 \
         hashfull 3 time 20 pv Sa1"
        );
        let bare = LineStyle { show_wdl: false, ..style };
        let upper = Info { bound: Bound::Upper, ..sample(Value::Win { plies: 3 }, 1) };
        assert!(
            info(&upper, bare).starts_with("info depth 5 seldepth 9 score mate 2 upperbound nodes")
        );
    }

    #[test]
    fn proven_results_are_counted_in_moves_or_in_plies() {
        for (value, v0, v1) in [
            (Value::Win { plies: 1 }, "mate 1", "solved win 1"),
            (Value::Win { plies: 2 }, "mate 1", "solved win 2"),
            (Value::Win { plies: 5 }, "mate 3", "solved win 5"),
            (Value::Loss { plies: 1 }, "mate -1", "solved loss 1"),
            (Value::Loss { plies: 2 }, "mate -1", "solved loss 2"),
            (Value::Loss { plies: 4 }, "mate -2", "solved loss 4"),
        ] {
            assert_eq!(score(value, Dialect::V0), v0);
            assert_eq!(score(value, Dialect::V1), v1);
        }
    }
}
