//! Weights for 4x4: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 224, spread: 145, draw: 93 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [ 143,  127,   90], // side to move
    [  24,   61,   81], // komi in half flats
    [ 191,  185,  136], // flats
    [   9,   68,   61], // walls
    [  28,  105,   70], // capstones
    [ -63,  -49,  -48], // stones in reserve
    [ 150,  149,  152], // race won, 1 ply left
    [ 150,  152,  154], // race won, 2 plies
    [ 110,   44,  108], // race won, 3-4 plies
    [  80,   27,   53], // race won, 5-6 plies
    [  41,   11,   62], // race won, 7-10 plies
    [  55,   13,   16], // race won, 11-16 plies
    [  18,  -10,    0], // race won, 17 plies or more
    [  30,   26,   22], // race lead, 1 ply left
    [  30,   18,   12], // race lead, 2 plies
    [  22,  -40,   35], // race lead, 3-4 plies
    [  16,  -20,   32], // race lead, 5-6 plies
    [   0,   -5,   -9], // race lead, 7-10 plies
    [  10,   -4,   26], // race lead, 11-16 plies
    [  14,    4,    2], // race lead, 17 plies or more
    [ -32,   17,   15], // flat like a1
    [  17,   37,   29], // flat like b1
    [  71,   62,   27], // flat like b2
    [   0,    0,    0], // flat like c1
    [   0,    0,    0], // flat like c2
    [   0,    0,    0], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -76,  -46,   14], // wall like a1
    [  -2,    5,    4], // wall like b1
    [  35,   39,   24], // wall like b2
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
    [   2,    3,    4], // two in a row
    [ -20,  -24,  -15], // three in a row
    [   9,  -13,   -5], // four in a row
    [  26,  -14,   -4], // ranks and files held
    [ -27,    1,   30], // edges held
    [  21,    4,    0], // stones anchored to edges
    [  63,   -3,  -16], // road in two, to move
    [  70,  -31,  -20], // road in two, waiting
    [  58,    4,    5], // road in three, to move
    [ -26,  -13,  -14], // road in three, waiting
    [  33,   11,    6], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  56,   49,  100], // one road threat, waiting
    [ 328,  113,  161], // two road threats, waiting
    [  90,  -14,   -4], // road by stack, to move
    [  53,   22,   33], // road by stack, waiting
    [  42,   35,   51], // road by single, to move
    [  13,   47,   38], // road by single, waiting
    [  61,   30,   35], // road by flattening
    [ -11,  -26,  -23], // road held up by enemy
    [  12,   15,    5], // road held up by own wall
    [  44,   30,   20], // supports of flats
    [  57,   27,   41], // supports of walls
    [  68,   54,   38], // supports of capstones
    [ -24,  -18,   -6], // captives of flats
    [ -11,   -9,  -28], // captives of walls
    [ -13,  -16,  -35], // captives of capstones
    [  10,   21,   35], // hard flats
    [   7,  108,   37], // hard walls
    [  27,   72,   35], // hard capstones
    [  20,   53,   58], // deep supports
    [ -14,  -39,  -45], // deep captives
    [  -1,   -2,  -13], // reach of flat stacks
    [ -16,    7,    1], // reach of wall stacks
    [  -1,    3,    6], // reach of capstone stacks
    [ -18,   17,   35], // leverage of flat stacks
    [  -1,   19,   23], // leverage of wall stacks
    [   2,   16,   19], // leverage of capstone stacks
    [ -10,   39,   16], // prey of flat stacks
    [   6,   23,   69], // prey of wall stacks
    [   3,    7,   48], // prey of capstone stacks
    [ -20,  -37,   -3], // stack attacked, to move
    [  -4,  -40,  -16], // stack attacked, waiting
    [ -10,   -2,    3], // stack outnumbered, to move
    [  -9,  -11,  -26], // stack outnumbered, waiting
    [  31,    8,  -10], // capstone steps
    [ -67,  -40,  -44], // idle capstones
    [  12,   20,  -12], // capstone on walls
    [   1,   15,   23], // capstone on stacks
    [  14,    6,  -14], // capstone on flats
    [  65,   24,  -20], // road stones beside walls
    [  11,    0,    1], // empty squares controlled
    [  -9,   -8,   15], // flats pressed, to move
    [ -20,   -8,   20], // flats pressed, waiting
];
