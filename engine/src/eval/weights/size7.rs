//! Weights for 7x7: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 115, spread: 189, draw: 23 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [  87,   85,   54], // side to move
    [  12,   32,   43], // komi in half flats
    [ 108,  109,   90], // flats
    [  28,   49,   56], // walls
    [  28,   79,   66], // capstones
    [ -18,  -15,  -25], // stones in reserve
    [ 150,  149,  129], // race won, 1 ply left
    [ 150,  152,  161], // race won, 2 plies
    [ 110,  104,  100], // race won, 3-4 plies
    [  80,   73,   75], // race won, 5-6 plies
    [  45,   38,   49], // race won, 7-10 plies
    [  20,   16,    7], // race won, 11-16 plies
    [   7,  -15,    6], // race won, 17 plies or more
    [  30,   29,   13], // race lead, 1 ply left
    [  30,   29,   17], // race lead, 2 plies
    [  22,    5,   19], // race lead, 3-4 plies
    [  16,   -2,   16], // race lead, 5-6 plies
    [  10,  -22,   20], // race lead, 7-10 plies
    [   5,  -12,   18], // race lead, 11-16 plies
    [   8,   -2,    8], // race lead, 17 plies or more
    [ -65,  -15,   -4], // flat like a1
    [  -5,   -9,    1], // flat like b1
    [   9,    9,    6], // flat like b2
    [   6,   -6,    5], // flat like c1
    [  22,   10,  -11], // flat like c2
    [  32,   24,    5], // flat like c3
    [ -15,    1,   -9], // flat like d1
    [  22,   13,   -7], // flat like d2
    [  24,   15,   14], // flat like d3
    [  13,   18,   10], // flat like d4
    [ -48,  -13,  -10], // wall like a1
    [   5,    0,   -2], // wall like b1
    [  33,   12,   -7], // wall like b2
    [ -43,  -17,   16], // wall like c1
    [ -10,   10,   20], // wall like c2
    [  36,   11,   19], // wall like c3
    [  -7,  -13,    8], // wall like d1
    [   8,   11,   11], // wall like d2
    [  12,    2,  -26], // wall like d3
    [  15,   21,    8], // wall like d4
    [ -69,  -42,  -73], // capstone like a1
    [ -91,  -63,    3], // capstone like b1
    [ -10,    3,    2], // capstone like b2
    [ -11,  -32,   -3], // capstone like c1
    [  43,   19,   16], // capstone like c2
    [  94,   44,    9], // capstone like c3
    [  -8,   -8,   -8], // capstone like d1
    [  18,   26,   29], // capstone like d2
    [  34,   55,   33], // capstone like d3
    [  32,   57,   37], // capstone like d4
    [  22,    3,    8], // two in a row
    [   6,    0,  -15], // three in a row
    [  17,    3,   13], // four in a row
    [ -13,    3,   -3], // ranks and files held
    [  -8,    3,   23], // edges held
    [  -1,    0,    1], // stones anchored to edges
    [  51,   23,   17], // road in two, to move
    [  41,   17,    7], // road in two, waiting
    [  29,   24,   -3], // road in three, to move
    [  21,   22,  -13], // road in three, waiting
    [ -11,    4,    4], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   16,   61], // one road threat, waiting
    [ 327,   96,  165], // two road threats, waiting
    [  92,   -5,   15], // road by stack, to move
    [  59,   17,   38], // road by stack, waiting
    [  25,   19,    1], // road by single, to move
    [  16,   24,   12], // road by single, waiting
    [  59,   21,   28], // road by flattening
    [  10,    5,  -10], // road held up by enemy
    [  11,   16,   27], // road held up by own wall
    [  46,   33,   40], // supports of flats
    [  59,   48,   45], // supports of walls
    [  74,   63,   41], // supports of capstones
    [ -44,  -40,  -19], // captives of flats
    [  -8,  -17,  -37], // captives of walls
    [ -10,  -20,  -21], // captives of capstones
    [  11,    7,  -12], // hard flats
    [   8,   52,   32], // hard walls
    [  29,   38,   44], // hard capstones
    [  18,   45,   38], // deep supports
    [ -14,  -42,  -40], // deep captives
    [ -12,   -1,   -3], // reach of flat stacks
    [  10,    1,    4], // reach of wall stacks
    [   1,    4,   -1], // reach of capstone stacks
    [   3,    5,    5], // leverage of flat stacks
    [   8,    6,    8], // leverage of wall stacks
    [  25,    5,   10], // leverage of capstone stacks
    [  19,   24,   27], // prey of flat stacks
    [   3,    4,   25], // prey of wall stacks
    [  15,    7,   20], // prey of capstone stacks
    [ -25,   -9,   -7], // stack attacked, to move
    [ -15,  -12,  -10], // stack attacked, waiting
    [  -9,   -4,   -2], // stack outnumbered, to move
    [  11,   -5,  -10], // stack outnumbered, waiting
    [   8,    2,    2], // capstone steps
    [ -43,  -45,  -22], // idle capstones
    [  20,   15,  -16], // capstone on walls
    [  26,   18,   11], // capstone on stacks
    [  23,   -1,  -12], // capstone on flats
    [  26,   15,  -17], // road stones beside walls
    [   8,   -1,    3], // empty squares controlled
    [   6,   -1,    9], // flats pressed, to move
    [   9,    0,    9], // flats pressed, waiting
];
