//! Weights for 6x6: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 157, spread: 196, draw: 33 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [ 109,  123,   73], // side to move
    [   1,   50,   59], // komi in half flats
    [ 126,  146,  116], // flats
    [  27,   71,   51], // walls
    [  26,   81,   79], // capstones
    [ -36,  -54,  -56], // stones in reserve
    [ 150,  149,  127], // race won, 1 ply left
    [ 150,  151,  159], // race won, 2 plies
    [ 110,  100,   90], // race won, 3-4 plies
    [  80,   64,   61], // race won, 5-6 plies
    [  45,   18,   35], // race won, 7-10 plies
    [  20,    2,    3], // race won, 11-16 plies
    [   8,   -6,    6], // race won, 17 plies or more
    [  30,   29,   23], // race lead, 1 ply left
    [  30,   29,   24], // race lead, 2 plies
    [  22,    2,   26], // race lead, 3-4 plies
    [  16,   -6,   22], // race lead, 5-6 plies
    [  10,  -23,   33], // race lead, 7-10 plies
    [   5,   -5,   16], // race lead, 11-16 plies
    [  34,   -2,   13], // race lead, 17 plies or more
    [ -60,  -17,    8], // flat like a1
    [  -5,   -1,   11], // flat like b1
    [  25,   22,   -1], // flat like b2
    [   2,    2,    7], // flat like c1
    [  32,   29,   -3], // flat like c2
    [  34,   30,    2], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -52,  -45,   -8], // wall like a1
    [   3,  -17,    3], // wall like b1
    [  31,   19,    8], // wall like b2
    [ -39,   -2,   11], // wall like c1
    [  -5,   25,    9], // wall like c2
    [  34,   38,   -4], // wall like c3
    [   0,    0,    0], // wall like d1
    [   0,    0,    0], // wall like d2
    [   0,    0,    0], // wall like d3
    [   0,    0,    0], // wall like d4
    [ -77,  -87,  -69], // capstone like a1
    [ -89,  -41,   22], // capstone like b1
    [ -14,   12,    8], // capstone like b2
    [ -16,  -20,   -2], // capstone like c1
    [  52,   50,   21], // capstone like c2
    [ 103,   87,   44], // capstone like c3
    [   0,    0,    0], // capstone like d1
    [   0,    0,    0], // capstone like d2
    [   0,    0,    0], // capstone like d3
    [   0,    0,    0], // capstone like d4
    [  28,    6,   -2], // two in a row
    [   4,    1,   -3], // three in a row
    [  16,    4,   -1], // four in a row
    [   0,    1,    1], // ranks and files held
    [  -6,   11,    4], // edges held
    [   7,    0,    5], // stones anchored to edges
    [  49,   18,    9], // road in two, to move
    [  44,   17,    1], // road in two, waiting
    [  34,   27,  -13], // road in three, to move
    [  22,   17,  -27], // road in three, waiting
    [ -10,    5,    1], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   19,   65], // one road threat, waiting
    [ 326,   74,  158], // two road threats, waiting
    [  91,  -11,    8], // road by stack, to move
    [  59,   14,   38], // road by stack, waiting
    [  25,   26,   10], // road by single, to move
    [  16,   32,   15], // road by single, waiting
    [  59,   20,   21], // road by flattening
    [  10,  -10,   -2], // road held up by enemy
    [  11,   10,   20], // road held up by own wall
    [  48,   22,   35], // supports of flats
    [  60,   42,   34], // supports of walls
    [  72,   62,   45], // supports of capstones
    [ -43,  -38,  -27], // captives of flats
    [  -8,   -2,  -27], // captives of walls
    [ -13,  -20,  -17], // captives of capstones
    [  13,   39,    6], // hard flats
    [   8,   43,   17], // hard walls
    [  28,   47,   38], // hard capstones
    [  18,   38,   63], // deep supports
    [ -14,  -65,  -41], // deep captives
    [ -10,   -5,   -1], // reach of flat stacks
    [   2,    0,    4], // reach of wall stacks
    [  -3,    7,    4], // reach of capstone stacks
    [  12,    8,   10], // leverage of flat stacks
    [   8,   11,   12], // leverage of wall stacks
    [  17,   11,   17], // leverage of capstone stacks
    [  19,   39,   26], // prey of flat stacks
    [   4,   24,   37], // prey of wall stacks
    [  14,   20,   27], // prey of capstone stacks
    [ -23,   -9,  -12], // stack attacked, to move
    [ -15,  -11,  -18], // stack attacked, waiting
    [  -7,   -1,  -11], // stack outnumbered, to move
    [  11,    2,  -21], // stack outnumbered, waiting
    [  23,   18,    6], // capstone steps
    [ -50,  -49,  -19], // idle capstones
    [  17,   35,    6], // capstone on walls
    [  25,   27,    6], // capstone on stacks
    [  24,    0,   -6], // capstone on flats
    [  30,   11,    2], // road stones beside walls
    [  11,   -1,    1], // empty squares controlled
    [   3,   -1,   -2], // flats pressed, to move
    [  -3,    0,   -2], // flats pressed, waiting
];
