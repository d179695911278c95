//! Weights for 4x4: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 164, spread: 160, draw: 38 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [ 113,  102,   70], // side to move
    [  12,   35,   55], // komi in half flats
    [ 148,  149,  116], // flats
    [  17,   57,   47], // walls
    [  28,  105,   70], // capstones
    [ -31,  -27,  -22], // stones in reserve
    [ 150,  149,  143], // race won, 1 ply left
    [ 150,  150,  148], // race won, 2 plies
    [ 110,   81,   86], // race won, 3-4 plies
    [  80,   17,   41], // race won, 5-6 plies
    [  45,  -21,   45], // race won, 7-10 plies
    [  34,   -9,   16], // race won, 11-16 plies
    [  18,  -10,    0], // race won, 17 plies or more
    [  30,   29,   17], // race lead, 1 ply left
    [  30,   29,   25], // race lead, 2 plies
    [  22,  -13,   35], // race lead, 3-4 plies
    [  16,  -21,   43], // race lead, 5-6 plies
    [  10,    7,   12], // race lead, 7-10 plies
    [   4,    6,   26], // race lead, 11-16 plies
    [  14,    4,    2], // race lead, 17 plies or more
    [ -19,  -10,   15], // flat like a1
    [  17,   12,    5], // flat like b1
    [  27,   28,    9], // flat like b2
    [   0,    0,    0], // flat like c1
    [   0,    0,    0], // flat like c2
    [   0,    0,    0], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -49,  -45,   14], // wall like a1
    [  -1,   15,   -8], // wall like b1
    [  15,   14,    8], // wall like b2
    [   0,    0,    0], // wall like c1
    [   0,    0,    0], // wall like c2
    [   0,    0,    0], // wall like c3
    [   0,    0,    0], // wall like d1
    [   0,    0,    0], // wall like d2
    [   0,    0,    0], // wall like d3
    [   0,    0,    0], // wall like d4
    [ -68,  -75,  -64], // capstone like a1
    [ -88,  -40,    7], // capstone like b1
    [  -7,   29,   28], // capstone like b2
    [   0,    0,    0], // capstone like c1
    [   0,    0,    0], // capstone like c2
    [   0,    0,    0], // capstone like c3
    [   0,    0,    0], // capstone like d1
    [   0,    0,    0], // capstone like d2
    [   0,    0,    0], // capstone like d3
    [   0,    0,    0], // capstone like d4
    [  29,   -3,    7], // two in a row
    [   0,    5,    5], // three in a row
    [   9,  -13,   -5], // four in a row
    [  13,   -2,   -1], // ranks and files held
    [ -17,    5,   26], // edges held
    [  -4,   -1,   -2], // stones anchored to edges
    [  60,   27,   14], // road in two, to move
    [  50,   13,   12], // road in two, waiting
    [  33,   15,    8], // road in three, to move
    [  21,    9,   -5], // road in three, waiting
    [   9,    6,    1], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  67,   41,   76], // one road threat, waiting
    [ 327,  103,  164], // two road threats, waiting
    [  91,   27,   26], // road by stack, to move
    [  54,   40,   53], // road by stack, waiting
    [  26,   26,   31], // road by single, to move
    [  13,   31,   31], // road by single, waiting
    [  61,   30,   35], // road by flattening
    [   7,  -11,   16], // road held up by enemy
    [  12,   15,   23], // road held up by own wall
    [  50,   47,   17], // supports of flats
    [  57,   22,   59], // supports of walls
    [  68,   54,   38], // supports of capstones
    [ -22,  -36,  -19], // captives of flats
    [ -12,  -20,  -37], // captives of walls
    [ -13,  -16,  -35], // captives of capstones
    [  10,   21,    6], // hard flats
    [   7,   37,   33], // hard walls
    [  27,   72,   35], // hard capstones
    [  18,   51,   39], // deep supports
    [ -14,  -44,  -28], // deep captives
    [  -8,   -1,   -1], // reach of flat stacks
    [ -14,    3,    6], // reach of wall stacks
    [  -1,    3,    6], // reach of capstone stacks
    [  14,    7,   15], // leverage of flat stacks
    [  -3,   16,    9], // leverage of wall stacks
    [   2,   16,   19], // leverage of capstone stacks
    [  -8,   35,   24], // prey of flat stacks
    [   6,    1,   51], // prey of wall stacks
    [   3,    7,   48], // prey of capstone stacks
    [  -8,  -19,   -9], // stack attacked, to move
    [ -13,  -21,  -19], // stack attacked, waiting
    [  -7,   -1,  -16], // stack outnumbered, to move
    [ -10,   -8,  -26], // stack outnumbered, waiting
    [  31,    8,  -10], // capstone steps
    [ -67,  -40,  -44], // idle capstones
    [  12,   20,  -12], // capstone on walls
    [   1,   15,   23], // capstone on stacks
    [  14,    6,  -14], // capstone on flats
    [   7,   26,   -8], // road stones beside walls
    [   3,   -4,   -1], // empty squares controlled
    [  16,   -1,    5], // flats pressed, to move
    [  11,    0,    6], // flats pressed, waiting
];
