//! Weights for 5x5: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 190, spread: 155, draw: 37 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [ 131,  126,   83], // side to move
    [   1,   40,   72], // komi in half flats
    [ 166,  171,  127], // flats
    [  10,   67,   58], // walls
    [  28,  102,   90], // capstones
    [ -43,  -55,  -51], // stones in reserve
    [ 150,  148,  128], // race won, 1 ply left
    [ 150,  147,  131], // race won, 2 plies
    [ 110,   67,   61], // race won, 3-4 plies
    [  80,    2,   24], // race won, 5-6 plies
    [  45,  -30,   37], // race won, 7-10 plies
    [  35,  -10,   15], // race won, 11-16 plies
    [  16,  -13,    0], // race won, 17 plies or more
    [  30,   29,   13], // race lead, 1 ply left
    [  30,   28,   18], // race lead, 2 plies
    [  22,  -23,   35], // race lead, 3-4 plies
    [  16,  -20,   40], // race lead, 5-6 plies
    [  10,    9,   11], // race lead, 7-10 plies
    [  11,    7,   21], // race lead, 11-16 plies
    [  32,    8,    2], // race lead, 17 plies or more
    [ -27,  -14,   16], // flat like a1
    [  23,   10,   15], // flat like b1
    [  32,   39,    7], // flat like b2
    [   4,   18,    8], // flat like c1
    [  25,   39,    7], // flat like c2
    [  13,   28,   -6], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -52,  -31,    2], // wall like a1
    [  -4,    3,    3], // wall like b1
    [  10,   20,    6], // wall like b2
    [ -12,   -8,    5], // wall like c1
    [  18,   17,   14], // wall like c2
    [  -9,    8,   12], // wall like c3
    [   0,    0,    0], // wall like d1
    [   0,    0,    0], // wall like d2
    [   0,    0,    0], // wall like d3
    [   0,    0,    0], // wall like d4
    [ -70, -108,  -59], // capstone like a1
    [ -88,  -45,    0], // capstone like b1
    [  -7,   25,   24], // capstone like b2
    [ -30,  -27,   21], // capstone like c1
    [  79,   57,   20], // capstone like c2
    [  79,   94,   31], // capstone like c3
    [   0,    0,    0], // capstone like d1
    [   0,    0,    0], // capstone like d2
    [   0,    0,    0], // capstone like d3
    [   0,    0,    0], // capstone like d4
    [  42,    3,    1], // two in a row
    [   1,    4,    2], // three in a row
    [   9,   -5,   -8], // four in a row
    [  19,  -11,   -8], // ranks and files held
    [ -27,   18,   19], // edges held
    [  -2,   -1,    4], // stones anchored to edges
    [  62,   28,    2], // road in two, to move
    [  53,   19,    2], // road in two, waiting
    [  46,   22,   -3], // road in three, to move
    [  20,    4,  -20], // road in three, waiting
    [  10,    8,    1], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  68,   43,   74], // one road threat, waiting
    [ 327,   92,  161], // two road threats, waiting
    [  90,   11,   16], // road by stack, to move
    [  53,   34,   41], // road by stack, waiting
    [  27,   32,   19], // road by single, to move
    [  15,   38,   21], // road by single, waiting
    [  61,    8,    5], // road by flattening
    [   7,   -4,    4], // road held up by enemy
    [  12,   12,   23], // road held up by own wall
    [  50,   52,   29], // supports of flats
    [  57,   31,   48], // supports of walls
    [  68,   42,   34], // supports of capstones
    [ -22,  -38,  -14], // captives of flats
    [ -11,   -5,  -34], // captives of walls
    [ -14,  -16,  -24], // captives of capstones
    [   9,   24,    8], // hard flats
    [   7,   29,   26], // hard walls
    [  27,   67,   24], // hard capstones
    [  18,   58,   54], // deep supports
    [ -14,  -44,  -41], // deep captives
    [ -11,   -3,   -6], // reach of flat stacks
    [ -11,    2,    3], // reach of wall stacks
    [  -9,    6,    2], // reach of capstone stacks
    [  12,    8,   18], // leverage of flat stacks
    [  -3,   19,   14], // leverage of wall stacks
    [   0,   26,   22], // leverage of capstone stacks
    [  -7,   40,   24], // prey of flat stacks
    [   6,   17,   46], // prey of wall stacks
    [   3,    9,   53], // prey of capstone stacks
    [  -7,  -19,  -12], // stack attacked, to move
    [ -13,  -21,  -20], // stack attacked, waiting
    [  -6,   -5,  -14], // stack outnumbered, to move
    [  -9,   -5,  -25], // stack outnumbered, waiting
    [  42,   23,    5], // capstone steps
    [ -69,  -44,  -40], // idle capstones
    [  11,   26,    5], // capstone on walls
    [   2,   34,   10], // capstone on stacks
    [  10,    2,  -16], // capstone on flats
    [   4,   26,  -11], // road stones beside walls
    [   7,   -4,    3], // empty squares controlled
    [  17,   -4,    0], // flats pressed, to move
    [   3,   -4,    1], // flats pressed, waiting
];
