//! The principal line of a proof: the longest defense.

use super::tree::Proof;
use crate::board::Position;
use crate::types::Move;

impl Proof {
    /// Follows the defense that takes the attacker most moves, to the end of the game.
    pub(super) fn longest_line<const N: usize>(&self, root: &Position<N>) -> Vec<Move> {
        let mut position = root.clone();
        let mut line = Vec::new();
        let mut next = self.nodes.get(self.root);
        while let Some(node) = next {
            line.push(node.mv);
            position.play(node.mv, &mut ());
            if position.outcome().is_some() {
                return line;
            }
            let longest = node
                .replies
                .iter()
                .filter_map(|&(mv, number)| Some((mv, self.nodes.get(number)?)))
                .rev()
                .max_by_key(|(_, after)| after.moves);
            let reply = longest.map(|(mv, _)| mv).or_else(|| last_try(&mut position));
            let Some(reply) = reply else { return line };
            line.push(reply);
            position.play(reply, &mut ());
            next = longest.map(|(_, after)| after);
        }
        if position.outcome().is_none() {
            line.extend(position.winning_road().or_else(|| position.winning_move()));
        }
        line
    }
}

/// A move where every move loses at once: one that stands in the way of the threat if there is one.
fn last_try<const N: usize>(position: &mut Position<N>) -> Option<Move> {
    let mut moves = Vec::new();
    let undo = position.play_null();
    let threat = position.winning_move();
    let foundation = threat.map(|threat| position.foundation(threat));
    position.undo_null(&undo);
    if let (Some(threat), Some(foundation)) = (threat, foundation) {
        position.generate_blocks(foundation, threat, &mut moves);
    }
    position.generate(&mut moves);
    let lasting = moves.iter().copied().find(|&mv| {
        let undo = position.play(mv, &mut ());
        let over = position.outcome().is_some();
        position.undo(mv, &undo);
        !over
    });
    lasting.or_else(|| moves.first().copied())
}
