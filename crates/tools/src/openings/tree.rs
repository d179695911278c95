//! The nodes of a tree, their scores, and the leaf that matters most.
//!
//! A leaf costs ten hundredths of a flat for each ply of its path, and for each move of the path the difference to the
//! best move. The cheapest leaf is next. So the tree is deep along the best lines, and has side lines where the moves
//! are nearly as good, for both players. The first move of a game has few choices and people play all of them, so it
//! costs forty hundredths at most.

use super::score::BookScore;
use crate::hash::Hash;
use crate::keys::{Images, distinct};
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use stonefall_engine::{Game, Move};

/// Cost of a ply, in hundredths of a flat.
const PLY: u32 = 10;

/// Largest cost of a first move besides its ply, in hundredths of a flat.
const FIRST_MOVE: u32 = 40;

/// A tree of openings.
#[derive(Debug)]
pub struct Tree {
    root: Game,
    nodes: Vec<Node>,
    /// Nodes by their keys.
    places: FxHashMap<u64, usize>,
    /// The nodes with a move to the position of a key.
    parents: FxHashMap<u64, Vec<usize>>,
    /// Keys of the leaves in work.
    in_work: FxHashSet<u64>,
}

/// A searched position.
#[derive(Debug)]
struct Node {
    key: u64,
    /// The node before it, on the path on which it was found, and the move there.
    before: Option<(usize, Move)>,
    /// Its moves, as the search ranked them.
    edges: Vec<Edge>,
    /// The score of its best move.
    score: BookScore,
    /// Cost of the cheapest leaf below it; `None` if there is none.
    cost: Option<u32>,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    /// Its score by the search of the node.
    score: BookScore,
    /// Key of the position after it.
    key: u64,
    /// Whether it ends the game.
    ends: bool,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The position, with the game before it.
    pub game: Game,
    key: u64,
    before: Option<(usize, Move)>,
}

impl Leaf {
    /// Whether it is the root.
    pub(super) const fn is_root(&self) -> bool {
        self.before.is_none()
    }
}

/// Scores and moves of a position of the tree.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Number of the node.
    pub(super) place: usize,
    /// The score of the best move.
    pub score: BookScore,
    /// The moves with their scores, best first; true if the tree has the position after the move.
    pub moves: Vec<(Move, BookScore, bool)>,
}

impl Choices {
    /// The moves that are at most `margin` hundredths of a flat worse than the best one.
    pub(super) fn good(&self, margin: u32) -> impl Iterator<Item = (Move, BookScore)> {
        let moves = self.moves.iter().map(|&(mv, score, _)| (mv, score));
        moves.filter(move |(_, score)| score.drop_from(self.score) <= margin)
    }
}

impl Tree {
    /// A tree without nodes.
    pub fn new(root: Game) -> Self {
        let (places, parents) = (FxHashMap::default(), FxHashMap::default());
        Self { root, nodes: Vec::new(), places, parents, in_work: FxHashSet::default() }
    }

    /// The position that the tree grows from.
    pub const fn root(&self) -> &Game {
        &self.root
    }

    /// Number of searched positions.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no position was searched yet.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether leaves are in work.
    pub fn is_in_work(&self) -> bool {
        !self.in_work.is_empty()
    }

    /// Whether a position, an image of it or a transposition was searched.
    pub(super) fn has(&self, game: &Game) -> bool {
        self.places.contains_key(&key(game))
    }

    /// Scores and moves of a position, an image of it or a transposition; `None` if it was not searched.
    pub fn at(&self, game: &Game) -> Option<Choices> {
        let &place = self.places.get(&key(game))?;
        let node = &self.nodes[place];
        let images = Images::new(&self.game(place));
        let here = distinct(game);
        let choice = |edge: &Edge| {
            let mv = *here.get(&images.canonical(edge.mv))?;
            Some((mv, self.score_of(edge), self.child(edge).is_some()))
        };
        let mut moves: Vec<_> = node.edges.iter().filter_map(choice).collect();
        moves.sort_by_key(|&(_, score, _)| Reverse(score));
        Some(Choices { place, score: node.score, moves })
    }

    /// The line of best moves from a position.
    pub fn line(&self, from: &Game) -> Vec<Move> {
        let (mut game, mut line) = (from.clone(), Vec::new());
        while let Some(choices) = self.at(&game)
            && let Some(&(mv, ..)) = choices.moves.first()
            && game.play(mv).is_ok()
        {
            line.push(mv);
        }
        line
    }

    /// The leaf that matters most and is not in work; it is in work from now on. `None` if there is none.
    pub fn take(&mut self) -> Option<Leaf> {
        let leaf = if self.is_empty() { self.leaf(&self.root) } else { self.cheapest() };
        leaf.filter(|leaf| self.begin(leaf))
    }

    /// Puts a leaf in work. Returns whether it was not.
    pub(super) fn begin(&mut self, leaf: &Leaf) -> bool {
        let is_new = self.in_work.insert(leaf.key);
        self.refresh_before(leaf);
        is_new
    }

    /// Returns a leaf that was not searched.
    pub fn put_back(&mut self, leaf: &Leaf) {
        self.in_work.remove(&leaf.key);
        self.refresh_before(leaf);
    }

    /// Adds a searched position with its moves, best first, and corrects the scores before it.
    pub fn add(&mut self, leaf: Leaf, moves: &[(Move, BookScore)]) {
        let Leaf { game, key, before } = leaf;
        self.in_work.remove(&key);
        let place = self.nodes.len();
        let (edges, score, cost) = (Vec::new(), BookScore::WORST, None);
        self.nodes.push(Node { key, before, edges, score, cost });
        self.places.insert(key, place);
        for &(mv, score) in moves {
            self.connect(place, &game, mv, score);
        }
        if let Some((parent, mv)) = before
            && !self.nodes[parent].edges.iter().any(|edge| edge.key == key)
        {
            self.connect(parent, &self.game(parent), mv, BookScore::WORST);
        }
        self.refresh(place);
    }

    /// Adds a move to a node, if it is legal.
    fn connect(&mut self, place: usize, game: &Game, mv: Move, score: BookScore) {
        let Ok(after) = game.after(mv) else { return };
        let (key, ends) = (key(&after), after.outcome_with_history().is_some());
        self.parents.entry(key).or_default().push(place);
        self.nodes[place].edges.push(Edge { mv, score, key, ends });
    }

    /// A position as a leaf. `None` if the tree has it already or not the position before it, and after the end of a game.
    pub fn leaf(&self, position: &Game) -> Option<Leaf> {
        let wanted = key(position);
        if self.places.contains_key(&wanted) || position.outcome_with_history().is_some() {
            return None;
        }
        if wanted == key(&self.root) {
            return Some(Leaf { game: self.root.clone(), key: wanted, before: None });
        }
        let last = position.played().next_back()?;
        let before = position.back_to(position.played().count() - 1);
        let &place = self.places.get(&key(&before))?;
        let mut game = self.game(place);
        let mv = if game.played().eq(before.played()) {
            last
        } else {
            let leads = |&mv: &Move| game.after(mv).is_ok_and(|after| key(&after) == wanted);
            distinct(&game).into_values().find(leads)?
        };
        game.play(mv).ok()?;
        Some(Leaf { game, key: wanted, before: Some((place, mv)) })
    }

    /// The game of a node, on the path on which it was found.
    fn game(&self, place: usize) -> Game {
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
    fn child(&self, edge: &Edge) -> Option<usize> {
        self.places.get(&edge.key).copied()
    }

    /// The score of a move: from the position after it, if that was searched.
    fn score_of(&self, edge: &Edge) -> BookScore {
        self.child(edge).map_or(edge.score, |child| self.nodes[child].score.of_move())
    }

    fn refresh_before(&mut self, leaf: &Leaf) {
        if let Some((place, _)) = leaf.before {
            self.refresh(place);
        }
    }

    /// Computes score and cost of a node anew, and of the nodes before it as far as they change.
    fn refresh(&mut self, place: usize) {
        let mut changed = vec![place];
        while let Some(place) = changed.pop() {
            let scores = self.nodes[place].edges.iter().map(|edge| self.score_of(edge));
            let score = scores.max().unwrap_or(BookScore::WORST);
            // A proven result needs no leaves.
            let edges = self.nodes[place].edges.iter().filter(|_| !score.is_proven());
            let cost = edges.filter_map(|edge| self.cost_of(place, edge, score)).min();
            let node = &mut self.nodes[place];
            if (score, cost) == (node.score, node.cost) {
                continue;
            }
            (node.score, node.cost) = (score, cost);
            changed.extend(self.parents.get(&node.key).into_iter().flatten());
        }
    }

    fn cheapest(&self) -> Option<Leaf> {
        let mut place = 0;
        loop {
            let node = &self.nodes[place];
            node.cost?;
            let cost = |edge: &&Edge| self.cost_of(place, edge, node.score);
            let open = node.edges.iter().filter(|edge| cost(edge).is_some());
            // The first one of the cheapest, which the search ranked higher.
            let edge = open.min_by_key(cost)?;
            match self.child(edge) {
                Some(child) => place = child,
                None => {
                    let game = self.game(place).after(edge.mv).ok()?;
                    return Some(Leaf { game, key: edge.key, before: Some((place, edge.mv)) });
                }
            }
        }
    }

    /// Cost of the cheapest leaf behind a move of a node with this score.
    fn cost_of(&self, place: usize, edge: &Edge, best: BookScore) -> Option<u32> {
        let score = self.score_of(edge);
        let below = match self.child(edge) {
            Some(child) => self.nodes[child].cost?,
            None if edge.ends || score.is_proven() || self.in_work.contains(&edge.key) => {
                return None;
            }
            None => 0,
        };
        let is_first = place == 0 && self.root.ply() == 0;
        let most = if is_first { FIRST_MOVE } else { u32::MAX };
        Some(below + PLY + score.drop_from(best).min(most))
    }
}

/// The key of a position. The same position after another number of plies counts apart, so that a tree has no cycles.
fn key(game: &Game) -> u64 {
    Hash::new().number(Images::new(game).key()).number(game.ply().into()).finish()
}
