//! Weights for 7x7: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 113, spread: 191, draw: 22 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [  87,   85,   54], // side to move
    [   9,   31,   43], // komi in half flats
    [ 108,  107,   88], // flats
    [  28,   46,   55], // walls
    [  29,   81,   66], // capstones
    [ -17,   -9,  -25], // stones in reserve
    [ 150,  149,  129], // race won, 1 ply left
    [ 150,  152,  161], // race won, 2 plies
    [ 110,  104,  100], // race won, 3-4 plies
    [  80,   73,   75], // race won, 5-6 plies
    [  45,   38,   49], // race won, 7-10 plies
    [  20,   16,    7], // race won, 11-16 plies
    [   6,  -19,    6], // race won, 17 plies or more
    [  30,   29,   13], // race lead, 1 ply left
    [  30,   29,   18], // race lead, 2 plies
    [  22,    5,   19], // race lead, 3-4 plies
    [  16,   -2,   14], // race lead, 5-6 plies
    [  10,  -23,   19], // race lead, 7-10 plies
    [   5,  -12,   17], // race lead, 11-16 plies
    [   7,   -3,    9], // race lead, 17 plies or more
    [ -66,  -16,   -5], // flat like a1
    [  -5,  -14,    3], // flat like b1
    [   9,    8,    5], // flat like b2
    [   7,   -1,    8], // flat like c1
    [  22,   11,  -14], // flat like c2
    [  31,   25,    9], // flat like c3
    [ -15,    3,   -9], // flat like d1
    [  22,   13,  -10], // flat like d2
    [  24,   12,   16], // flat like d3
    [  14,   17,    8], // flat like d4
    [ -48,  -13,  -10], // wall like a1
    [   5,   -1,   -3], // wall like b1
    [  33,   14,   -8], // wall like b2
    [ -43,  -17,   17], // wall like c1
    [ -10,    7,   20], // wall like c2
    [  36,   11,   20], // wall like c3
    [  -7,  -13,    8], // wall like d1
    [   8,   12,   13], // wall like d2
    [  12,    0,  -28], // wall like d3
    [  15,   21,    8], // wall like d4
    [ -69,  -40,  -73], // capstone like a1
    [ -91,  -64,    2], // capstone like b1
    [ -10,    2,    0], // capstone like b2
    [ -11,  -29,   -2], // capstone like c1
    [  43,   24,   17], // capstone like c2
    [  95,   47,   10], // capstone like c3
    [  -8,   -6,   -8], // capstone like d1
    [  18,   27,   29], // capstone like d2
    [  33,   48,   34], // capstone like d3
    [  32,   52,   37], // capstone like d4
    [  23,    4,    9], // two in a row
    [   7,    2,  -17], // three in a row
    [  17,    2,   12], // four in a row
    [ -12,    2,   -3], // ranks and files held
    [  -8,    5,   23], // edges held
    [  -1,    2,   -1], // stones anchored to edges
    [  51,   23,   17], // road in two, to move
    [  41,   17,    7], // road in two, waiting
    [  29,   23,   -4], // road in three, to move
    [  21,   22,  -13], // road in three, waiting
    [ -11,    3,    4], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   16,   61], // one road threat, waiting
    [ 327,   97,  166], // two road threats, waiting
    [  92,   -5,   15], // road by stack, to move
    [  59,   17,   38], // road by stack, waiting
    [  25,   18,    0], // road by single, to move
    [  16,   22,   11], // road by single, waiting
    [  59,   22,   28], // road by flattening
    [  10,    6,  -12], // road held up by enemy
    [  11,   15,   26], // road held up by own wall
    [  46,   31,   39], // supports of flats
    [  59,   47,   44], // supports of walls
    [  74,   62,   40], // supports of capstones
    [ -44,  -41,  -17], // captives of flats
    [  -8,  -19,  -40], // captives of walls
    [ -10,  -19,  -24], // captives of capstones
    [  11,    3,  -15], // hard flats
    [   8,   53,   33], // hard walls
    [  29,   39,   44], // hard capstones
    [  18,   47,   38], // deep supports
    [ -14,  -41,  -42], // deep captives
    [ -12,    1,   -4], // reach of flat stacks
    [  10,    1,    4], // reach of wall stacks
    [   4,    5,    2], // reach of capstone stacks
    [   3,    5,    5], // leverage of flat stacks
    [   8,    3,    8], // leverage of wall stacks
    [  27,    3,    8], // leverage of capstone stacks
    [  19,   22,   25], // prey of flat stacks
    [   3,    6,   25], // prey of wall stacks
    [  15,    5,   19], // prey of capstone stacks
    [ -25,  -12,   -8], // stack attacked, to move
    [ -15,  -13,  -10], // stack attacked, waiting
    [  -9,   -2,   -1], // stack outnumbered, to move
    [  11,   -5,   -9], // stack outnumbered, waiting
    [  11,    2,    2], // capstone steps
    [ -42,  -44,  -21], // idle capstones
    [  20,   18,  -16], // capstone on walls
    [  26,   20,   10], // capstone on stacks
    [  23,    2,  -12], // capstone on flats
    [  26,   12,  -18], // road stones beside walls
    [   9,   -1,    2], // empty squares controlled
    [   6,   -2,    8], // flats pressed, to move
    [   9,    0,    8], // flats pressed, waiting
];
