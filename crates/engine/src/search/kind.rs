//! Kinds of nodes of the alpha-beta search.

/// Kind of node, known at compile time.
pub(super) trait NodeKind {
    const PV: bool;
}

/// On the principal variation, with an open window.
pub(super) struct Principal;
/// Off the principal variation, with an empty window.
pub(super) struct Scout;

impl NodeKind for Principal {
    const PV: bool = true;
}

impl NodeKind for Scout {
    const PV: bool = false;
}

/// Expected result of a scout node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// A cutoff.
    Cut,
    /// No cutoff, so that all moves are searched.
    All,
}

impl Expect {
    /// The expected result of a child that is searched without a reduction.
    pub(super) const fn child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}
