//! Weights for 3x3: opening, middle, end.

use super::{Scale, Table};

pub(super) const SCALE: Scale = Scale { flat: 100, spread: 200, draw: 10 };

#[rustfmt::skip]
pub(super) const WEIGHTS: Table = [
    [ 110,  110,  100], // side to move
    [  16,   30,   45], // komi in half flats
    [  95,   95,   95], // flats
    [  40,   45,   25], // walls
    [  60,   75,   50], // capstones
    [  -8,   -8,   -4], // stones in reserve
    [ 150,  150,  150], // race won, 1 ply left
    [ 150,  150,  150], // race won, 2 plies
    [ 110,  110,  110], // race won, 3-4 plies
    [  80,   80,   80], // race won, 5-6 plies
    [  45,   45,   45], // race won, 7-10 plies
    [  20,   20,   20], // race won, 11-16 plies
    [   0,    0,    0], // race won, 17 plies or more
    [  30,   30,   30], // race lead, 1 ply left
    [  30,   30,   30], // race lead, 2 plies
    [  22,   22,   22], // race lead, 3-4 plies
    [  16,   16,   16], // race lead, 5-6 plies
    [  10,   10,   10], // race lead, 7-10 plies
    [   5,    5,    5], // race lead, 11-16 plies
    [   2,    2,    2], // race lead, 17 plies or more
    [ -10,   -9,   -5], // flat like a1
    [  -2,   -2,   -1], // flat like b1
    [  12,   11,    6], // flat like b2
    [   0,    0,    0], // flat like c1
    [   0,    0,    0], // flat like c2
    [   0,    0,    0], // flat like c3
    [   0,    0,    0], // flat like d1
    [   0,    0,    0], // flat like d2
    [   0,    0,    0], // flat like d3
    [   0,    0,    0], // flat like d4
    [ -20,  -18,  -10], // wall like a1
    [  -5,   -4,   -2], // wall like b1
    [  12,   11,    6], // wall like b2
    [   0,    0,    0], // wall like c1
    [   0,    0,    0], // wall like c2
    [   0,    0,    0], // wall like c3
    [   0,    0,    0], // wall like d1
    [   0,    0,    0], // wall like d2
    [   0,    0,    0], // wall like d3
    [   0,    0,    0], // wall like d4
    [ -25,  -22,  -12], // capstone like a1
    [  -5,   -4,   -2], // capstone like b1
    [  20,   18,   10], // capstone like b2
    [   0,    0,    0], // capstone like c1
    [   0,    0,    0], // capstone like c2
    [   0,    0,    0], // capstone like c3
    [   0,    0,    0], // capstone like d1
    [   0,    0,    0], // capstone like d2
    [   0,    0,    0], // capstone like d3
    [   0,    0,    0], // capstone like d4
    [  10,    9,    5], // two in a row
    [   7,    7,    4], // three in a row
    [   8,    8,    5], // four in a row
    [  10,    8,    4], // ranks and files held
    [   6,    6,    4], // edges held
    [   2,    2,    1], // stones anchored to edges
    [  55,   50,   35], // road in two, to move
    [  35,   30,   20], // road in two, waiting
    [  24,   22,   14], // road in three, to move
    [  18,   16,   10], // road in three, waiting
    [   5,    4,    2], // squares of roads in two
    [ 350,  350,  300], // road threat, to move
    [  70,   70,   55], // one road threat, waiting
    [ 330,  320,  250], // two road threats, waiting
    [  90,   85,   60], // road by stack, to move
    [  55,   50,   40], // road by stack, waiting
    [  25,   25,   18], // road by single, to move
    [  15,   15,   10], // road by single, waiting
    [  60,   55,   45], // road by flattening
    [  15,   15,    8], // road held up by enemy
    [  12,   12,    6], // road held up by own wall
    [  48,   52,   45], // supports of flats
    [  58,   65,   58], // supports of walls
    [  70,   75,   65], // supports of capstones
    [ -32,  -38,  -40], // captives of flats
    [ -10,  -14,  -16], // captives of walls
    [ -12,  -16,  -18], // captives of capstones
    [   8,   10,    8], // hard flats
    [   8,   10,    8], // hard walls
    [  28,   30,   25], // hard capstones
    [  18,   18,   12], // deep supports
    [ -14,  -14,  -12], // deep captives
    [   3,    3,    2], // reach of flat stacks
    [   3,    3,    2], // reach of wall stacks
    [   5,    5,    4], // reach of capstone stacks
    [   1,    2,    2], // leverage of flat stacks
    [   2,    2,    2], // leverage of wall stacks
    [   2,    3,    3], // leverage of capstone stacks
    [   5,    6,    8], // prey of flat stacks
    [   6,    7,    9], // prey of wall stacks
    [  11,   12,   14], // prey of capstone stacks
    [  -3,   -4,   -5], // stack attacked, to move
    [ -12,  -14,  -16], // stack attacked, waiting
    [  -5,   -6,   -6], // stack outnumbered, to move
    [  -9,  -10,  -10], // stack outnumbered, waiting
    [   5,    5,    3], // capstone steps
    [ -28,  -34,  -20], // idle capstones
    [  20,   24,   28], // capstone on walls
    [  16,   18,   16], // capstone on stacks
    [   4,    5,    7], // capstone on flats
    [   7,    7,    3], // road stones beside walls
    [   6,    6,    4], // empty squares controlled
    [  11,   12,   12], // flats pressed, to move
    [   4,    4,    4], // flats pressed, waiting
];
