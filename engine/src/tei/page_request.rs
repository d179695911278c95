//! What pages that draw a board ask: the facts of a position, games to be read and written. Each question
//! has one line as its answer, the same word with JSON behind it. Nothing is changed by it, and
//! nothing that runs is disturbed. An extension of the protocol: `docs/tei.md`.

use super::command::{CommandError, parse_line};
use crate::facts::{GameToRead, GameToWrite, facts, read_game, write_game};
use crate::notation::{Ply, Tps};
use crate::types::Rules;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A question, read as far as that can be done.
#[derive(Clone, Debug)]
pub enum PageRequest {
    /// `facts startpos|tps ... [moves ...]`, as in `position`: what can be done and seen there?
    Facts(Result<(Option<Tps>, Vec<Ply>), CommandError>),
    /// `game {"text": ..., "index": ...}`: what game is that?
    Game(Result<GameToRead, String>),
    /// `ptn {"text": ..., "tags": ..., "kept": ..., "moves": ..., "result": ...}`: how is it written?
    Ptn(Result<GameToWrite, String>),
}

/// Why there is no answer.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// A game that was written.
#[derive(Serialize)]
struct Written {
    text: String,
}

impl PageRequest {
    /// The question that a line asks; `first` is its first word, `rest` what is behind it.
    pub(super) fn read(first: &str, rest: &str) -> Option<Self> {
        Some(match first {
            "facts" => Self::Facts(parse_line(rest.split_whitespace())),
            "game" => Self::Game(object(rest)),
            "ptn" => Self::Ptn(object(rest)),
            _ => return None,
        })
    }

    /// The answer. `size` is that of the board where the question names none; `rules` are those
    /// of a size.
    pub(super) fn answer(&self, size: usize, rules: impl Fn(usize) -> Rules) -> String {
        match self {
            Self::Facts(Err(error)) => line("facts", Err::<(), _>(error)),
            Self::Facts(Ok((start, plies))) => {
                let size = start.as_ref().map_or(size, |tps| tps.size);
                line("facts", facts(start.as_ref(), plies, size, rules(size)))
            }
            Self::Game(Err(error)) => line("game", Err::<(), _>(error)),
            Self::Game(Ok(asked)) => line("game", read_game(asked)),
            Self::Ptn(Err(error)) => line("ptn", Err::<(), _>(error)),
            Self::Ptn(Ok(asked)) => line("ptn", write_game(asked).map(|text| Written { text })),
        }
    }
}

/// An object that stands behind the word of a question.
pub(super) fn object<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("expected an object of JSON: {error}"))
}

/// The line of an answer.
pub(super) fn line(word: &str, answer: Result<impl Serialize, impl ToString>) -> String {
    let json = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(error) => serde_json::to_string(&Refusal { error: error.to_string() }),
    };
    // Nothing that is written here has keys that are no text, all else can be JSON.
    format!("{word} {}", json.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(first: &str, rest: &str) -> String {
        let question = PageRequest::read(first, rest);
        question.map_or_else(String::new, |question| question.answer(5, Rules::standard))
    }

    #[test]
    fn each_question_has_one_line() {
        let facts = answer("facts", "startpos moves a1 e5");
        assert!(facts.starts_with(r#"facts {"size":5,"#) && !facts.contains('\n'), "{facts}");
        let other = answer("facts", "tps x3/x3/x3 1 1");
        assert!(other.starts_with(r#"facts {"size":3,"#), "{other}");
        let game = answer("game", r#"{"text":"[Size \"5\"]\n1. a1"}"#);
        assert!(game.starts_with(r#"game {"games":1,"#) && !game.contains('\n'), "{game}");
        let ptn = answer("ptn", r#"{"tags":[["Size","5"]],"moves":["a1"]}"#);
        assert_eq!(ptn, r#"ptn {"text":"[Size \"5\"]\r\n\r\n1. a1\r\n"}"#);
    }

    #[test]
    fn what_is_wrong_is_said_in_the_answer() {
        assert_eq!(
            answer("facts", "startpos moves a1 a1"),
            r#"facts {"error":"move 2, a1: a1 is not empty"}"#
        );
        for (first, rest) in [
            ("facts", ""),
            ("facts", "startpos moves x"),
            ("facts", "tps x"),
            ("game", ""),
            ("game", "{}"),
            ("game", r#"{"text":""}"#),
            ("ptn", "[]"),
            ("ptn", r#"{"moves":["x"]}"#),
        ] {
            let answer = answer(first, rest);
            assert!(answer.starts_with(&format!("{first} {{\"error\":\"")), "{answer}");
        }
    }
}
