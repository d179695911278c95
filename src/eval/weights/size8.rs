//! Weights for 8x8: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 132, spread: 202, draw: 34 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [  91,   94,   56], // side to move
    [   5,   40,   48], // komi in half flats
    [ 111,  124,  102], // flats
    [  29,   56,   51], // walls
    [  30,   62,   39], // capstones
    [ -22,  -28,  -35], // stones in reserve
    [ 150,  149,  131], // race won, 1 ply left
    [ 150,  152,  164], // race won, 2 plies
    [ 110,  105,  104], // race won, 3-4 plies
    [  80,   74,   78], // race won, 5-6 plies
    [  45,   42,   55], // race won, 7-10 plies
    [  20,   18,    9], // race won, 11-16 plies
    [  12,    6,    6], // race won, 17 plies or more
    [  30,   29,   23], // race lead, 1 ply left
    [  30,   30,   32], // race lead, 2 plies
    [  22,    7,   27], // race lead, 3-4 plies
    [  16,    0,   18], // race lead, 5-6 plies
    [  10,  -14,   30], // race lead, 7-10 plies
    [   5,   -8,   25], // race lead, 11-16 plies
    [  24,   -3,   10], // race lead, 17 plies or more
    [ -66,  -14,   11], // flat like a1
    [   4,    2,    4], // flat like b1
    [  22,   13,    4], // flat like b2
    [  -4,    5,   -2], // flat like c1
    [  28,   16,   -4], // flat like c2
    [  31,   22,   -3], // flat like c3
    [  -5,   -4,   -2], // flat like d1
    [   9,    8,    4], // flat like d2
    [  13,   12,    6], // flat like d3
    [  15,   14,    8], // flat like d4
    [ -49,   -7,  -15], // wall like a1
    [   4,   -8,   -8], // wall like b1
    [  32,   11,  -11], // wall like b2
    [ -43,  -10,   24], // wall like c1
    [  -7,   -1,   12], // wall like c2
    [  35,   19,   16], // wall like c3
    [  -6,   -5,   -3], // wall like d1
    [   8,    7,    4], // wall like d2
    [  12,   11,    6], // wall like d3
    [  15,   14,    8], // wall like d4
    [ -71,  -69,  -78], // capstone like a1
    [ -87,  -40,   13], // capstone like b1
    [ -11,   12,   16], // capstone like b2
    [ -14,  -22,   -7], // capstone like c1
    [  47,   42,   19], // capstone like c2
    [ 100,   57,   23], // capstone like c3
    [ -10,   -9,   -5], // capstone like d1
    [  17,   15,    8], // capstone like d2
    [  28,   25,   14], // capstone like d3
    [  34,   31,   17], // capstone like d4
    [  33,    1,    2], // two in a row
    [   9,    1,   -3], // three in a row
    [  20,    3,   -2], // four in a row
    [  -8,    4,    7], // ranks and files held
    [   0,   -5,   13], // edges held
    [   2,    2,    0], // stones anchored to edges
    [  52,   21,   14], // road in two, to move
    [  41,   13,    3], // road in two, waiting
    [  31,   26,   -9], // road in three, to move
    [  23,   21,  -21], // road in three, waiting
    [   0,    5,    4], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   16,   65], // one road threat, waiting
    [ 327,  100,  167], // two road threats, waiting
    [  92,    3,   19], // road by stack, to move
    [  59,   21,   45], // road by stack, waiting
    [  25,   33,    9], // road by single, to move
    [  15,   36,   20], // road by single, waiting
    [  59,   37,   34], // road by flattening
    [  10,   -7,   -8], // road held up by enemy
    [  11,   20,   25], // road held up by own wall
    [  47,   34,   41], // supports of flats
    [  60,   43,   35], // supports of walls
    [  72,   60,   29], // supports of capstones
    [ -44,  -43,  -31], // captives of flats
    [  -6,  -14,  -26], // captives of walls
    [ -12,  -25,  -25], // captives of capstones
    [  12,   34,   -7], // hard flats
    [   8,   64,   40], // hard walls
    [  28,   32,   40], // hard capstones
    [  18,   38,   48], // deep supports
    [ -14,  -43,  -47], // deep captives
    [ -15,    0,    1], // reach of flat stacks
    [  20,    2,    1], // reach of wall stacks
    [  -3,    7,    4], // reach of capstone stacks
    [  10,    6,    7], // leverage of flat stacks
    [  12,    8,    9], // leverage of wall stacks
    [  17,    8,   16], // leverage of capstone stacks
    [  19,   19,   20], // prey of flat stacks
    [   4,    1,   43], // prey of wall stacks
    [  14,    3,   30], // prey of capstone stacks
    [ -25,  -10,   -8], // stack attacked, to move
    [ -16,  -12,  -14], // stack attacked, waiting
    [  -9,   -2,    1], // stack outnumbered, to move
    [  10,   -5,   -8], // stack outnumbered, waiting
    [  24,    2,  -16], // capstone steps
    [ -44,  -43,  -20], // idle capstones
    [  18,   22,  -23], // capstone on walls
    [  25,   14,    6], // capstone on stacks
    [  22,    1,  -16], // capstone on flats
    [  31,   19,   -5], // road stones beside walls
    [   9,   -1,    2], // empty squares controlled
    [  12,   -2,    7], // flats pressed, to move
    [  11,   -2,    7], // flats pressed, waiting
];
