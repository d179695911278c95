/**
 * The answers of the engine to requests, as docs/tei.md and docs/json.md describe them.
 *
 * @typedef {"white" | "black"} Color
 * @typedef {{stones: number, capstones: number, flats: number}} Player pieces in reserve, and flats on the board
 * @typedef {{move: string, squares: string[]}} Win a move, and the squares that complete its road
 *
 * @typedef {object} Outcome the end of a game on the board
 * @property {string} code
 * @property {string} words
 * @property {Color | null} winner
 * @property {number[]} [score] of the rule book: the squares of the board, and the winner's pieces in reserve
 * @property {string[]} [road] its squares
 * @property {boolean} by_stones false if a repetition has ended a game that can continue
 *
 * @typedef {object} Facts the answer to `facts`
 * @property {number} size
 * @property {number} half_komi
 * @property {string} komi
 * @property {string} opening
 * @property {string} tps
 * @property {Color} to_move
 * @property {Color} places color of a placed flat
 * @property {number} opening_plies
 * @property {number} move_number
 * @property {import("../model/moves.js").Stack[]} stacks
 * @property {Player} white
 * @property {Player} black
 * @property {import("../model/moves.js").Placement[]} placements
 * @property {import("../model/moves.js").Spread[]} spreads
 * @property {{move: string, ptn: string, squares: string[], tak: boolean}} [last]
 * @property {Win[]} wins
 * @property {Win[]} threats
 * @property {Outcome} [outcome]
 *
 * @typedef {object} Read the answer to `game`
 * @property {number} games in the text
 * @property {number} size
 * @property {number} half_komi
 * @property {string} opening
 * @property {number[][]} pieces stones and capstones of White and of Black
 * @property {string} [start] a TPS
 * @property {[string, string][]} tags
 * @property {string | null} result
 * @property {import("../model/tree.js").Line[]} lines
 *
 * @typedef {object} Judged a move in the answer to `annotate`
 * @property {number} ply from 1
 * @property {number} number
 * @property {Color} color
 * @property {string} move
 * @property {boolean} tinue
 * @property {string | null} judgement
 * @property {number | null} loss of the mover's chance, from 0 to 1
 * @property {string | null} best
 * @property {{white_chance: number} | null} [after]
 *
 * @typedef {object} Figures of some moves of a player
 * @property {number} moves
 * @property {number | null} accuracy in percent
 * @property {number} mistakes
 * @property {number} blunders
 *
 * @typedef {Figures & {color: Color, phases: (Figures & {phase: string})[]}} Judgements of a player's moves
 * @typedef {{complete: boolean, players: Judgements[], moves: Judged[], text: string}} Annotation the answer to `annotate`
 *
 * @typedef {object} Progress of an annotation
 * @property {number} done
 * @property {number} of
 * @property {number} ply number of moves before the position
 * @property {{white_chance: number}} position
 * @property {Judged | null} move
 * @property {Judgements[]} players
 */

export {};
