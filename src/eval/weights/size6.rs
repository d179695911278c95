//! Weights for 6x6: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 147, spread: 198, draw: 49 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [  98,  110,   62], // side to move
    [  -1,   49,   57], // komi in half flats
    [ 118,  137,  109], // flats
    [  27,   70,   53], // walls
    [  28,   74,   56], // capstones
    [ -28,  -53,  -50], // stones in reserve
    [ 150,  149,  129], // race won, 1 ply left
    [ 150,  152,  163], // race won, 2 plies
    [ 110,  104,  102], // race won, 3-4 plies
    [  80,   72,   75], // race won, 5-6 plies
    [  45,   33,   47], // race won, 7-10 plies
    [  20,    8,    5], // race won, 11-16 plies
    [  12,    0,    6], // race won, 17 plies or more
    [  30,   29,   23], // race lead, 1 ply left
    [  30,   30,   30], // race lead, 2 plies
    [  22,    7,   29], // race lead, 3-4 plies
    [  16,    1,   24], // race lead, 5-6 plies
    [  10,  -17,   32], // race lead, 7-10 plies
    [   5,   -2,   24], // race lead, 11-16 plies
    [  36,    1,   11], // race lead, 17 plies or more
    [ -64,  -15,    9], // flat like a1
    [   2,    1,    9], // flat like b1
    [  22,   18,   -1], // flat like b2
    [  -2,    2,    7], // flat like c1
    [  31,   25,   -7], // flat like c2
    [  32,   25,   -1], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -50,  -23,  -13], // wall like a1
    [   3,  -14,   -5], // wall like b1
    [  32,   15,   -3], // wall like b2
    [ -42,   -3,   18], // wall like c1
    [  -6,   16,   16], // wall like c2
    [  34,   27,    7], // wall like c3
    [   0,    0,    0], // wall like d1
    [   0,    0,    0], // wall like d2
    [   0,    0,    0], // wall like d3
    [   0,    0,    0], // wall like d4
    [ -73,  -75,  -76], // capstone like a1
    [ -87,  -35,   17], // capstone like b1
    [ -12,    7,   10], // capstone like b2
    [ -15,  -22,   -6], // capstone like c1
    [  48,   42,   21], // capstone like c2
    [ 100,   76,   35], // capstone like c3
    [   0,    0,    0], // capstone like d1
    [   0,    0,    0], // capstone like d2
    [   0,    0,    0], // capstone like d3
    [   0,    0,    0], // capstone like d4
    [  31,    8,    3], // two in a row
    [   7,    2,   -4], // three in a row
    [  19,    6,   -2], // four in a row
    [  -3,    6,    5], // ranks and files held
    [  -2,    8,    6], // edges held
    [   5,    0,    6], // stones anchored to edges
    [  51,   20,   13], // road in two, to move
    [  41,   15,    4], // road in two, waiting
    [  33,   28,  -10], // road in three, to move
    [  21,   16,  -23], // road in three, waiting
    [  -6,    5,    0], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   18,   65], // one road threat, waiting
    [ 327,   93,  164], // two road threats, waiting
    [  92,   -4,   15], // road by stack, to move
    [  59,   18,   42], // road by stack, waiting
    [  25,   29,    7], // road by single, to move
    [  15,   33,   16], // road by single, waiting
    [  59,   31,   34], // road by flattening
    [  10,  -11,   -7], // road held up by enemy
    [  11,   18,   25], // road held up by own wall
    [  47,   29,   38], // supports of flats
    [  60,   41,   35], // supports of walls
    [  72,   65,   36], // supports of capstones
    [ -44,  -40,  -28], // captives of flats
    [  -7,   -4,  -29], // captives of walls
    [ -13,  -23,  -20], // captives of capstones
    [  12,   40,   -1], // hard flats
    [   8,   56,   32], // hard walls
    [  28,   37,   38], // hard capstones
    [  18,   38,   57], // deep supports
    [ -14,  -58,  -45], // deep captives
    [ -13,   -5,   -1], // reach of flat stacks
    [  11,    0,    4], // reach of wall stacks
    [  -5,    8,    7], // reach of capstone stacks
    [  11,    7,   10], // leverage of flat stacks
    [  10,   12,   11], // leverage of wall stacks
    [  18,   11,   19], // leverage of capstone stacks
    [  19,   35,   23], // prey of flat stacks
    [   4,   14,   43], // prey of wall stacks
    [  14,   15,   29], // prey of capstone stacks
    [ -24,   -9,  -12], // stack attacked, to move
    [ -16,  -10,  -19], // stack attacked, waiting
    [  -8,   -3,   -7], // stack outnumbered, to move
    [  10,   -1,  -17], // stack outnumbered, waiting
    [  21,   20,    1], // capstone steps
    [ -45,  -48,  -20], // idle capstones
    [  18,   36,   -4], // capstone on walls
    [  25,   22,    7], // capstone on stacks
    [  21,    3,  -10], // capstone on flats
    [  29,   12,   -3], // road stones beside walls
    [  10,    0,    2], // empty squares controlled
    [  10,   -2,    3], // flats pressed, to move
    [   2,   -3,    3], // flats pressed, waiting
];
