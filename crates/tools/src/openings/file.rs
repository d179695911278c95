//! The file of a book: its first position as a game in PTN in one line, and a line for each position, which a
//! [`BookReader`] reads. Growth appends lines; at its end the file is written anew, in the order of the moves and with
//! the scores that went backward.

use super::score::BookScore;
use super::tree::{Leaf, Tree};
use crate::files::{read_text, write_atomically};
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use fxhash::FxHashSet;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use stonefall_engine::book::BookReader;
use stonefall_engine::notation::excerpt;
use stonefall_engine::{Color, Game, Move, PtnGame};

/// A book that grows, and its file.
#[derive(Debug)]
pub struct BookFile {
    /// The positions.
    pub tree: Tree,
    path: PathBuf,
    file: ResumableFile,
    lines: LineWriter,
}

impl BookFile {
    /// Opens the book of a file, or a new one that begins at `root`.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a book, or begins elsewhere.
    pub fn open(path: &Path, start: Start, root: &Game) -> Result<Self, ResumeError> {
        let first = first_line(root);
        let read = |file: &mut File| {
            let text = read_text(file)?;
            // A killed program leaves an incomplete line, perhaps the first one.
            let complete = text.rfind('\n').map_or(0, |end| end + 1);
            if complete == 0 && first.starts_with(&text) {
                return Ok((None, 0));
            }
            let tree = parse(&text)?;
            let found = first_line(tree.root());
            if found != first {
                let expected = format!("expected root {}, found {}", first.trim(), found.trim());
                return Err(ResumeProblem::Settings(expected));
            }
            Ok((Some(tree), complete as u64))
        };
        let (mut file, tree, _) = ResumableFile::open(path, start, read)?;
        if tree.is_none() {
            file.append(first.as_bytes())?;
        }
        let tree = tree.unwrap_or_else(|| Tree::new(root.clone()));
        Ok(Self { tree, path: path.to_owned(), file, lines: LineWriter::default() })
    }

    /// Reads a book, without an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read or is not a book.
    pub fn read(path: &Path) -> Result<Tree, ResumeError> {
        let text = File::open(path).and_then(read_text).map_err(ResumeProblem::from);
        text.and_then(|text| parse(&text)).map_err(|problem| problem.at(path))
    }

    /// Adds a searched position to the tree and to the file.
    pub(super) fn add(
        &mut self,
        leaf: Leaf,
        moves: &[(Move, BookScore)],
    ) -> Result<(), ResumeError> {
        let line = self.lines.line(self.tree.root(), &leaf.game, moves);
        self.file.append(line.as_bytes())?;
        self.tree.add(leaf, moves);
        Ok(())
    }

    /// Writes the file anew, with the scores that went backward, and waits until it is on the disk.
    pub(super) fn finish(&mut self) -> Result<(), ResumeError> {
        self.file.sync()?;
        let text = to_text(&self.tree, u32::MAX, usize::MAX);
        let write = || match fs::read_to_string(&self.path)? {
            found if found == text => Ok(()),
            _ => write_atomically(&self.path, text.as_bytes()),
        };
        write().map_err(|error| ResumeProblem::from(error).at(&self.path))
    }
}

/// A game in PTN that continues behind its last move.
pub(super) fn written(game: &Game) -> PtnGame {
    let start = game.back_to(0);
    let is_empty = start.ply() == 0 && start.empty().len() == start.size().pow(2);
    let tps = (!is_empty).then(|| start.tps());
    let mut ptn = PtnGame::new(game.size(), game.rules(), tps.as_ref());
    for ply in start.write_line(&game.played().collect::<Vec<_>>()) {
        ptn.main_mut().push(ply);
    }
    ptn
}

fn first_line(root: &Game) -> String {
    let text = written(root).to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"
}

fn parse(text: &str) -> Result<Tree, ResumeProblem> {
    let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = complete.lines();
    let first = lines.next().unwrap_or(text);
    let expected = |what: &str, line: &str, number: usize| {
        let found = excerpt(line, 60);
        ResumeProblem::Content(format!("expected {what}, found {found} (line {number})"))
    };
    let not_a_book = || expected("the first line of an opening book", first, 1);
    if !first.starts_with("[Size ") || complete.is_empty() {
        return Err(not_a_book());
    }
    let root = Game::replay(&PtnGame::read(first), PtnGame::MAIN_LINE, None);
    let root = root.map_err(|_| not_a_book())?;
    let (mut reader, mut tree) = (BookReader::new(root.clone()), Tree::new(root));
    for (line, number) in lines.zip(2..) {
        let position = reader.read(line).and_then(|(game, moves)| {
            let scored = |(mv, score)| Some((mv, BookScore::read(score)?));
            let moves = moves.into_iter().map(scored).collect::<Option<Vec<_>>>()?;
            Some((tree.leaf(&game)?, moves))
        });
        let (leaf, moves) =
            position.ok_or_else(|| expected("another position of the book", line, number))?;
        tree.add(leaf, &moves);
    }
    Ok(tree)
}

/// The text of a book with the positions that a player reaches who plays only moves at most `margin` hundredths of a flat
/// worse than the best one, against all moves of the tree, in at most `plies` plies. They have the good moves, and the
/// moves that lead to other positions of the book.
pub fn to_text(tree: &Tree, margin: u32, plies: usize) -> String {
    let (kept, lines, text) = (FxHashSet::default(), LineWriter::default(), String::new());
    let mut writer = TextWriter { tree, margin, plies, kept, lines, text };
    for player in Color::ALL {
        writer.keep(tree.root(), player, &mut FxHashSet::default());
    }
    writer.text = first_line(tree.root());
    writer.write(tree.root(), &mut FxHashSet::default());
    writer.text
}

struct TextWriter<'a> {
    tree: &'a Tree,
    margin: u32,
    /// Plies of the longest path.
    plies: usize,
    /// The positions to write.
    kept: FxHashSet<usize>,
    lines: LineWriter,
    text: String,
}

impl TextWriter<'_> {
    /// Keeps the positions that a player reaches from here with good moves.
    fn keep(&mut self, game: &Game, player: Color, seen: &mut FxHashSet<usize>) {
        let is_long = game.played().count() - self.tree.root().played().count() >= self.plies;
        let Some(here) = self.tree.at(game).filter(|here| !is_long && seen.insert(here.place))
        else {
            return;
        };
        self.kept.insert(here.place);
        let margin = if game.to_move() == player { self.margin } else { u32::MAX };
        for after in here.good(margin).filter_map(|(mv, _)| game.after(mv).ok()) {
            self.keep(&after, player, seen);
        }
    }

    /// Writes the kept positions from this one on.
    fn write(&mut self, game: &Game, written: &mut FxHashSet<usize>) {
        let here = self.tree.at(game).filter(|here| self.kept.contains(&here.place));
        let Some(here) = here.filter(|here| written.insert(here.place)) else { return };
        let mut moves = Vec::new();
        let mut next = Vec::new();
        for (mv, score) in here.good(u32::MAX) {
            let after = game.after(mv).ok();
            let after = after.filter(|after| {
                self.tree.at(after).is_some_and(|after| self.kept.contains(&after.place))
            });
            if after.is_some() || score.drop_from(here.score) <= self.margin {
                moves.push((mv, score));
            }
            next.extend(after);
        }
        self.text += &self.lines.line(self.tree.root(), game, &moves);
        next.iter().for_each(|after| self.write(after, written));
    }
}

/// Writes the lines of a book.
#[derive(Default, Debug)]
struct LineWriter {
    /// Moves from the root to the last written position.
    path: Vec<String>,
}

impl LineWriter {
    /// A position with its moves. The number before its path counts the moves that it shares with the path before.
    fn line(&mut self, root: &Game, game: &Game, moves: &[(Move, BookScore)]) -> String {
        let played: Vec<_> = game.played().skip(root.played().count()).collect();
        let path = root.spell_line(&played);
        let both = path.iter().zip(&self.path);
        let shared = both.take_while(|(here, before)| here == before).count();
        let number = (shared > 0).then(|| shared.to_string());
        let words: Vec<_> = number.iter().chain(&path[shared..]).map(String::as_str).collect();
        let mut line = words.join(" ");
        for (index, &(mv, score)) in moves.iter().enumerate() {
            let before = if index == 0 { ';' } else { ',' };
            let _ = write!(line, "{before} {} {}", game.spelling(mv), score.stored());
        }
        self.path = path;
        line + "\n"
    }
}
