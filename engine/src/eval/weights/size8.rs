//! Weights for 8x8: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 116, spread: 198, draw: 20 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [  84,   84,   54], // side to move
    [  14,   37,   38], // komi in half flats
    [ 106,  110,   85], // flats
    [  29,   54,   48], // walls
    [  26,   61,   60], // capstones
    [ -21,  -11,  -21], // stones in reserve
    [ 150,  149,  128], // race won, 1 ply left
    [ 150,  152,  160], // race won, 2 plies
    [ 110,  105,  102], // race won, 3-4 plies
    [  80,   74,   76], // race won, 5-6 plies
    [  45,   40,   49], // race won, 7-10 plies
    [  20,   16,    8], // race won, 11-16 plies
    [  11,   -1,    4], // race won, 17 plies or more
    [  30,   29,   16], // race lead, 1 ply left
    [  30,   29,   18], // race lead, 2 plies
    [  22,    6,   22], // race lead, 3-4 plies
    [  16,    0,   21], // race lead, 5-6 plies
    [  10,  -18,   22], // race lead, 7-10 plies
    [   5,  -15,   23], // race lead, 11-16 plies
    [  10,   -8,    9], // race lead, 17 plies or more
    [ -59,   -5,    0], // flat like a1
    [  -9,   -2,    6], // flat like b1
    [  17,    8,   -1], // flat like b2
    [  -3,    3,   -1], // flat like c1
    [  21,    7,    1], // flat like c2
    [  33,   17,   -1], // flat like c3
    [   1,    1,    6], // flat like d1
    [   2,    9,    0], // flat like d2
    [  17,    9,    2], // flat like d3
    [  21,   14,   -2], // flat like d4
    [ -49,  -16,  -16], // wall like a1
    [   2,  -11,    0], // wall like b1
    [  33,   20,   -9], // wall like b2
    [ -41,  -11,   10], // wall like c1
    [  -6,    4,   11], // wall like c2
    [  35,   14,   13], // wall like c3
    [  -3,    0,  -10], // wall like d1
    [   8,    1,    5], // wall like d2
    [   7,   20,   19], // wall like d3
    [  14,    8,    7], // wall like d4
    [ -73,  -71,  -72], // capstone like a1
    [ -85,  -28,   21], // capstone like b1
    [ -11,    7,   27], // capstone like b2
    [ -16,  -29,   -8], // capstone like c1
    [  44,   12,    6], // capstone like c2
    [  92,   47,   19], // capstone like c3
    [ -10,  -14,    2], // capstone like d1
    [  19,   25,    4], // capstone like d2
    [  32,   42,   17], // capstone like d3
    [  36,   51,   26], // capstone like d4
    [  14,    3,    1], // two in a row
    [   1,    1,   -3], // three in a row
    [   9,    6,   -4], // four in a row
    [  -1,    0,    2], // ranks and files held
    [   2,    0,    5], // edges held
    [   3,   -1,    3], // stones anchored to edges
    [  50,   19,   17], // road in two, to move
    [  41,   12,    4], // road in two, waiting
    [  28,   20,   -6], // road in three, to move
    [  24,   21,  -19], // road in three, waiting
    [ -11,    2,    2], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   13,   61], // one road threat, waiting
    [ 327,   94,  166], // two road threats, waiting
    [  92,    2,   17], // road by stack, to move
    [  59,   20,   43], // road by stack, waiting
    [  24,   25,    8], // road by single, to move
    [  14,   28,   16], // road by single, waiting
    [  59,   29,   33], // road by flattening
    [   9,   -1,   -3], // road held up by enemy
    [  11,   23,   24], // road held up by own wall
    [  48,   30,   38], // supports of flats
    [  60,   49,   39], // supports of walls
    [  72,   49,   32], // supports of capstones
    [ -45,  -39,  -32], // captives of flats
    [ -10,  -19,  -24], // captives of walls
    [ -11,  -19,  -24], // captives of capstones
    [  13,   26,  -10], // hard flats
    [   8,   38,   14], // hard walls
    [  28,   42,   40], // hard capstones
    [  18,   47,   55], // deep supports
    [ -14,  -48,  -44], // deep captives
    [ -11,   -3,    0], // reach of flat stacks
    [   3,    1,    1], // reach of wall stacks
    [  -1,    2,    4], // reach of capstone stacks
    [  13,    3,    2], // leverage of flat stacks
    [  12,    3,    5], // leverage of wall stacks
    [  17,    5,    9], // leverage of capstone stacks
    [  20,   26,   19], // prey of flat stacks
    [   4,   11,   29], // prey of wall stacks
    [  14,   12,   19], // prey of capstone stacks
    [ -25,   -4,   -9], // stack attacked, to move
    [ -16,   -4,   -8], // stack attacked, waiting
    [  -9,    1,    2], // stack outnumbered, to move
    [  10,    0,   -5], // stack outnumbered, waiting
    [  12,    6,    1], // capstone steps
    [ -42,  -32,  -16], // idle capstones
    [  18,   10,  -10], // capstone on walls
    [  24,   21,    9], // capstone on stacks
    [  16,   -1,  -11], // capstone on flats
    [  25,   13,   -8], // road stones beside walls
    [  -3,    0,    0], // empty squares controlled
    [   6,   -4,   -1], // flats pressed, to move
    [  10,   -2,    1], // flats pressed, waiting
];
