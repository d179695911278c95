//! Talks to [PlayTak](https://playtak.com), where Tak is played online.
//!
//! [`protocol`] turns lines into values and back, without a network; [`connection`] carries the lines.

pub mod connection;
pub mod protocol;
