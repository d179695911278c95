//! The file of a tree: a line with the settings as JSON, and a line for each searched position.
//!
//! `a1 f6 d3; 9; c4 12, e3 -5` is the position after three moves from the root, searched to depth 9; c4 has the score
//! 12 and e3 the score -5, in hundredths of a flat for the side to move. `W5` is a proven win in 5 plies, `L6` a loss.
//! A later line of the same position adds moves.

use super::growth::Growth;
use super::nodes::{Found, Leaf, Tree};
use super::root;
use crate::files::read_text;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use crate::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use stonefall_engine::notation::excerpt;
use stonefall_engine::notation::ptn_file::GameError;
use stonefall_engine::{Game, Move, PtnGame, parse_line};

/// First words of a file.
const FORMAT: &str = "stonefall opening tree 1";

/// How a tree grows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    format: String,
    /// Program, version and bench count of the engine that began the tree.
    pub made_by: String,
    /// The root: a game in PTN that ends there.
    root: String,
    /// Number of moves with a score for each position.
    pub width: usize,
    /// Positions to search for each position of the tree.
    pub nodes: Option<u64>,
    /// Milliseconds to search for each position of the tree.
    pub movetime_ms: Option<u64>,
}

/// A tree and its file.
#[derive(Debug)]
pub struct TreeFile {
    /// The settings.
    pub header: Header,
    /// The tree.
    pub tree: Tree,
    file: ResumableFile,
}

impl Header {
    /// The settings of a new tree.
    #[must_use]
    pub fn new(root: &Game, made_by: String, growth: &Growth) -> Self {
        let (nodes, movetime_ms) = growth.effort.numbers();
        let (format, root) = (FORMAT.to_owned(), root::written(root).finish());
        Self { format, made_by, root, width: growth.width, nodes, movetime_ms }
    }

    fn root(&self) -> Result<Game, GameError> {
        Game::replay(&PtnGame::read(&self.root), PtnGame::MAIN_LINE, None)
    }

    /// The settings that a resumed tree must have. Another engine may resume it.
    fn settings(&self) -> Self {
        Self { made_by: String::new(), ..self.clone() }
    }
}

impl TreeFile {
    /// Opens the tree of a file with these settings, or a new one.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a tree, or has other settings.
    pub fn open(path: &Path, start: Start, header: &Header) -> Result<Self, ResumeError> {
        let read = |file: &mut File| {
            let text = read_text(file)?;
            let complete = text.rfind('\n').map_or(0, |end| end + 1);
            if complete == 0 {
                // Killed before the first line was complete, if this is a tree at all.
                let line = first_line(header);
                return match line.starts_with(&text) {
                    true => Ok((None, 0)),
                    false => Err(not_a_tree(&text)),
                };
            }
            let (found, tree) = parse(&text[..complete])?;
            check_settings(&header.settings(), &found.settings())?;
            Ok((Some((found, tree)), complete as u64))
        };
        let (mut file, found, _) = ResumableFile::open(path, start, read)?;
        let (header, tree) = match found {
            Some(found) => found,
            None => {
                let root = header.root().map_err(|error| content(error).at(path))?;
                file.append(first_line(header).as_bytes())?;
                (header.clone(), Tree::new(root))
            }
        };
        Ok(Self { header, tree, file })
    }

    /// Reads a tree, without an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read or is not a tree.
    pub fn read(path: &Path) -> Result<(Header, Tree), ResumeError> {
        let text = File::open(path).and_then(read_text);
        let text = text.map_err(|error| ResumeProblem::from(error).at(path))?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        parse(&text[..complete]).map_err(|problem| problem.at(path))
    }

    /// Adds a searched position to the tree and to the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, leaf: Leaf, found: &Found) -> Result<(), ResumeError> {
        self.file.append(line(&self.tree, &leaf.game, found).as_bytes())?;
        self.tree.add(leaf, found);
        Ok(())
    }

    /// Adds moves to a position of the tree, and to the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn extend(&mut self, place: usize, found: &Found) -> Result<(), ResumeError> {
        self.file.append(line(&self.tree, &self.tree.game(place), found).as_bytes())?;
        self.tree.extend(place, found);
        Ok(())
    }

    /// Waits until the file is on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> Result<(), ResumeError> {
        self.file.sync()
    }
}

fn first_line(header: &Header) -> String {
    serde_json::to_string(header).unwrap_or_default() + "\n"
}

/// A searched position as a line.
fn line(tree: &Tree, game: &Game, found: &Found) -> String {
    let known = tree.root().played().count();
    let path: Vec<_> = game.played().skip(known).collect();
    let mut line = tree.root().spell_line(&path).join(" ");
    let _ = write!(line, "; {}; ", found.depth);
    let moves = found.moves.iter();
    let moves = moves.map(|&(mv, score)| format!("{} {score}", game.spelling(mv)));
    line + &moves.collect::<Vec<_>>().join(", ") + "\n"
}

fn parse(text: &str) -> Result<(Header, Tree), ResumeProblem> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_str(first).map_err(|_| not_a_tree(first))?;
    if header.format != FORMAT {
        return Err(not_a_tree(&header.format));
    }
    let mut tree = Tree::new(header.root().map_err(content)?);
    for (line, number) in lines.zip(2..) {
        read_position(&mut tree, line).ok_or_else(|| {
            let found = excerpt(line, 60);
            content(format!("expected a position of the tree, found {found} (line {number})"))
        })?;
    }
    Ok((header, tree))
}

/// Adds the position of a line, or more moves of a known one. `None` if the line is neither.
fn read_position(tree: &mut Tree, line: &str) -> Option<()> {
    let mut parts = line.splitn(3, ';');
    let (path, depth, moves) = (parts.next()?, parts.next()?, parts.next()?);
    let path = parse_line(path).ok()?;
    let depth = depth.trim().parse().ok()?;
    match tree.place_after(&path) {
        Some(place) => {
            let found = Found { depth, moves: read_moves(&tree.game(place), moves)? };
            tree.are_new(place, &found).then(|| tree.extend(place, &found))
        }
        None => {
            let leaf = tree.leaf_after(&path)?;
            let found = Found { depth, moves: read_moves(&leaf.game, moves)? };
            tree.add(leaf, &found);
            Some(())
        }
    }
}

fn read_moves(game: &Game, text: &str) -> Option<Vec<(Move, Score)>> {
    let read = |text: &str| {
        let (mv, score) = text.trim().split_once(' ')?;
        Some((game.read_move(mv).ok()?, score.parse().ok()?))
    };
    text.split(',').map(read).collect()
}

fn content(text: impl ToString) -> ResumeProblem {
    ResumeProblem::Content(text.to_string())
}

fn not_a_tree(found: &str) -> ResumeProblem {
    content(format!("expected an opening tree, found {}", excerpt(found, 60)))
}
