//! Values that are text in JSON, in their usual spelling.

use crate::notation::ptn_file::GameResult;
use crate::notation::{Ply, Tps};
use crate::types::{Bitboard, Move, Square};
use serde::{Serialize, Serializer};
use serde_json::Value;

macro_rules! as_text {
    ($($value:ty)*) => {
        $(
            impl Serialize for $value {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
        )*
    };
}
as_text!(GameResult Move Ply Square Tps);

/// A list of squares.
impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

/// An object without the fields that have no value.
pub(super) fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}
