//! The nodes of a tree, and their scores.

use crate::hash::Hash;
use crate::keys::{Images, distinct};
use crate::score::Score;
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use stonefall_engine::{Game, Move};

/// A tree of openings.
#[derive(Debug)]
pub struct Tree {
    root: Game,
    pub(super) nodes: Vec<Node>,
    /// Nodes by their keys.
    places: FxHashMap<u64, usize>,
    /// The nodes with a move to the position of a key.
    parents: FxHashMap<u64, Vec<usize>>,
    /// Keys of the leaves in work.
    pub(super) in_work: FxHashSet<u64>,
}

/// A searched position.
#[derive(Debug)]
pub(super) struct Node {
    key: u64,
    /// The node before it, on the path on which it was found, and the move there.
    before: Option<(usize, Move)>,
    /// Depth of its search.
    depth: u32,
    /// Its moves, as the search ranked them.
    pub(super) edges: Vec<Edge>,
    /// The score of its best move.
    pub(super) score: Score,
    /// Cost of the cheapest leaf below it; `None` if there is none.
    pub(super) cost: Option<u32>,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    /// Its score by the search of the node.
    score: Score,
    /// Key of the position after it.
    pub(super) key: u64,
    /// Whether it ends the game.
    pub(super) ends: bool,
}

/// The result of a search: its depth, and moves with their scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Depth.
    pub depth: u32,
    /// At least one move, best first.
    pub moves: Vec<(Move, Score)>,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The position, with the game before it.
    pub game: Game,
    pub(super) key: u64,
    pub(super) before: Option<(usize, Move)>,
}

/// Scores and moves of a position of the tree.
#[derive(Clone, Debug)]
pub struct Known {
    /// Number of the node.
    pub(super) place: usize,
    /// The score of the best move.
    pub score: Score,
    /// Depth of the search of this position.
    pub depth: u32,
    /// The moves with their scores, best first; true if the tree has the position after the move.
    pub moves: Vec<(Move, Score, bool)>,
}

impl Tree {
    /// A tree without nodes.
    #[must_use]
    pub fn new(root: Game) -> Self {
        Self {
            root,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            parents: FxHashMap::default(),
            in_work: FxHashSet::default(),
        }
    }

    /// The position that the tree grows from.
    #[must_use]
    pub const fn root(&self) -> &Game {
        &self.root
    }

    /// Number of searched positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no position was searched yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether leaves are in work.
    #[must_use]
    pub fn is_in_work(&self) -> bool {
        !self.in_work.is_empty()
    }

    /// Scores and moves of a position, an image of it or a transposition; `None` if it was not searched.
    #[must_use]
    pub fn at(&self, game: &Game) -> Option<Known> {
        let &place = self.places.get(&key(game))?;
        let node = &self.nodes[place];
        let images = Images::new(&self.game(place));
        let here = distinct(game);
        let known = |edge: &Edge| {
            let mv = *here.get(&images.canonical(edge.mv))?;
            Some((mv, self.score_of(edge), self.child(edge).is_some()))
        };
        let mut moves: Vec<_> = node.edges.iter().filter_map(known).collect();
        moves.sort_by_key(|&(_, score, _)| Reverse(score));
        Some(Known { place, score: node.score, depth: node.depth, moves })
    }

    /// The line of best moves from a position.
    #[must_use]
    pub fn line(&self, from: &Game) -> Vec<Move> {
        let (mut game, mut line) = (from.clone(), Vec::new());
        while let Some(known) = self.at(&game)
            && let Some(&(mv, ..)) = known.moves.first()
            && game.play(mv).is_ok()
        {
            line.push(mv);
        }
        line
    }

    /// The game of a node, on the path on which it was found.
    pub(super) fn game(&self, place: usize) -> Game {
        let mut moves = Vec::new();
        let mut before = self.nodes[place].before;
        while let Some((place, mv)) = before {
            moves.push(mv);
            before = self.nodes[place].before;
        }
        let mut game = self.root.clone();
        // Moves of the tree are legal.
        moves.iter().rev().all(|&mv| game.play(mv).is_ok());
        game
    }

    /// The node after a move.
    pub(super) fn child(&self, edge: &Edge) -> Option<&Node> {
        self.places.get(&edge.key).map(|&place| &self.nodes[place])
    }

    /// Place of the node after a move.
    pub(super) fn child_place(&self, edge: &Edge) -> Option<usize> {
        self.places.get(&edge.key).copied()
    }

    /// The score of a move: from the position after it, if that was searched.
    pub(super) fn score_of(&self, edge: &Edge) -> Score {
        self.child(edge).map_or(edge.score, |child| child.score.of_move())
    }

    /// Adds the searched position, and corrects the scores before it.
    pub fn add(&mut self, leaf: Leaf, found: &Found) {
        self.in_work.remove(&leaf.key);
        let place = self.nodes.len();
        let edges: Vec<_> = found.moves.iter().filter_map(|&it| edge(&leaf.game, it)).collect();
        for edge in &edges {
            self.parents.entry(edge.key).or_default().push(place);
        }
        let Leaf { key, before, .. } = leaf;
        let (score, cost) = (Score::WORST, None);
        self.nodes.push(Node { key, before, depth: found.depth, edges, score, cost });
        self.places.insert(key, place);
        self.refresh(place);
    }

    /// Adds moves to a node, and corrects the scores before it.
    pub(super) fn extend(&mut self, place: usize, found: &Found) {
        let game = self.game(place);
        for edge in found.moves.iter().filter_map(|&it| edge(&game, it)) {
            self.parents.entry(edge.key).or_default().push(place);
            self.nodes[place].edges.push(edge);
        }
        self.refresh(place);
    }

    /// Whether all moves of a result are new for a node.
    pub(super) fn are_new(&self, place: usize, found: &Found) -> bool {
        let known = &self.nodes[place].edges;
        found.moves.iter().all(|&(mv, _)| known.iter().all(|edge| edge.mv != mv))
    }

    /// A position as a leaf, if it was not searched and a move of a node leads to it.
    pub(super) fn leaf(&self, position: &Game) -> Option<Leaf> {
        let key = key(position);
        if self.is_empty() {
            return Some(self.root_leaf()).filter(|root| root.key == key);
        }
        let place = self.place_before(position)?;
        let edge = self.nodes[place].edges.iter().find(|edge| edge.key == key)?;
        let is_open = !edge.ends && self.child(edge).is_none();
        let game = self.game(place).after(edge.mv).ok().filter(|_| is_open)?;
        Some(Leaf { game, key, before: Some((place, edge.mv)) })
    }

    /// The node before a position and the move there that leads to the position, if the node does not have that move.
    pub(super) fn missing_move(&self, position: &Game) -> Option<(usize, Move)> {
        let wanted = key(position);
        let place = self.place_before(position)?;
        if self.nodes[place].edges.iter().any(|edge| edge.key == wanted) {
            return None;
        }
        let game = self.game(place);
        let leads = |&mv: &Move| game.after(mv).is_ok_and(|after| key(&after) == wanted);
        distinct(&game).into_values().find(leads).map(|mv| (place, mv))
    }

    /// The node before the last move of a position.
    fn place_before(&self, position: &Game) -> Option<usize> {
        let plies = position.played().count().checked_sub(1)?;
        self.places.get(&key(&position.back_to(plies))).copied()
    }

    /// Computes score and cost of a node anew, and of the nodes before it as far as they change.
    pub(super) fn refresh(&mut self, place: usize) {
        let mut changed = vec![place];
        while let Some(place) = changed.pop() {
            let score = self.best_score(place);
            let cost = self.least_cost(place, score);
            let node = &mut self.nodes[place];
            if (score, cost) == (node.score, node.cost) {
                continue;
            }
            (node.score, node.cost) = (score, cost);
            changed.extend(self.parents.get(&node.key).into_iter().flatten());
        }
    }

    fn best_score(&self, place: usize) -> Score {
        let scores = self.nodes[place].edges.iter().map(|edge| self.score_of(edge));
        scores.max().unwrap_or(Score::WORST)
    }

    /// The node whose path has these moves from the root.
    pub(super) fn place_after(&self, moves: &[Move]) -> Option<usize> {
        let mut game = self.root.clone();
        game.play_line(moves).ok()?;
        let &place = self.places.get(&key(&game))?;
        let is_path = self.game(place).played().eq(game.played());
        is_path.then_some(place)
    }

    /// Reads a node back: the position after these moves from the root, whose last one is a move of a node.
    pub(super) fn leaf_after(&self, moves: &[Move]) -> Option<Leaf> {
        let mut game = self.root.clone();
        let Some((&last, path)) = moves.split_last() else {
            return self.is_empty().then(|| self.root_leaf());
        };
        game.play_line(path).ok()?;
        let &place = self.places.get(&key(&game))?;
        // A line of the file has the path on which the node was found.
        let is_known = self.nodes[place].edges.iter().any(|edge| edge.mv == last);
        game.play(last).ok().filter(|()| is_known)?;
        let key = key(&game);
        let is_new = !self.places.contains_key(&key);
        is_new.then_some(Leaf { game, key, before: Some((place, last)) })
    }

    /// The root as a leaf.
    pub(super) fn root_leaf(&self) -> Leaf {
        Leaf { game: self.root.clone(), key: key(&self.root), before: None }
    }
}

/// The key of a position. The same position after another number of plies counts apart, so that a tree has no cycles.
fn key(game: &Game) -> u64 {
    Hash::new().number(Images::new(game).key()).number(game.ply().into()).finish()
}

/// A move with its score; `None` if it is not legal.
fn edge(game: &Game, (mv, score): (Move, Score)) -> Option<Edge> {
    let after = game.after(mv).ok()?;
    let ends = after.outcome_with_history().is_some();
    Some(Edge { mv, score, key: key(&after), ends })
}
