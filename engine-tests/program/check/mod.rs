//! `stonefall check`: this engine passes; an engine that goes wrong in one way fails the point that is
//! about it, and no other. Deadlines are not looked at: they are measured, never asserted.

mod command;
mod own;
mod tampered;
mod violations;
