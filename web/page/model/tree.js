/**
 * A tree of moves. The first child of a node continues its line; the others begin variations.
 *
 * @typedef {object} Evaluation of an engine, as in a comment; scores and chances from White's view
 * @property {string} text
 * @property {number} [white_chance]
 * @property {string[]} [line]
 *
 * @typedef {object} Remarks
 * @property {string[]} comments
 * @property {Evaluation[]} evaluations
 *
 * @typedef {object} SavedMove a move of a line; see `game` in docs/tei.md
 * @property {string} move
 * @property {string} ptn
 * @property {string[]} [comments]
 * @property {Evaluation[]} [evaluations]
 * @property {number | null} [chance]
 * @property {import("../engine/answers.js").Judged | null} [judged]
 * @property {boolean} [isFolded]
 *
 * @typedef {object} Line the main line, or a variation
 * @property {string} [name]
 * @property {number} [parent]
 * @property {number} [ply]
 * @property {Partial<Remarks>} [before]
 * @property {SavedMove[]} moves
 * @property {string} [result]
 */

/** Number of nodes so far, for their ids. */
let count = 0;

export class Node {
  /** @param {string} move in TEI @param {string} ptn with its marks @param {Node | null} parent */
  constructor(move, ptn, parent) {
    /** Different for every node of a visit, for elements of the page. */
    this.id = count;
    count += 1;
    this.move = move;
    this.ptn = ptn;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    /** @type {string[]} */
    this.comments = [];
    /** @type {Evaluation[]} */
    this.evaluations = [];
    /** Remarks before the first move of a variation. @type {Remarks} */
    this.before = { comments: [], evaluations: [] };
    /** Whether its PTN is known; that of a new move comes with the facts of its position. */
    this.isSpelled = false;
    /** The name that an author gave to the variation that begins here. */
    this.name = "";
    /** The result at the end of a variation. */
    this.result = "";
    /** White's chance in percent after the move, if known. @type {number | null} */
    this.chance = null;
    /** Judgement of the move by `annotate`. @type {import("../engine/answers.js").Judged | null} */
    this.judged = null;
    /** Whether only the first move of the variation is shown. */
    this.isFolded = false;
  }

  /** Number of moves before the position after this move. @returns {number} */
  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply += 1;
    return ply;
  }

  /** The moves up to this one, the first one first. */
  get path() {
    /** @type {Node[]} */
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves behind this one in its line. */
  get rest() {
    /** @type {Node[]} */
    const rest = [];
    for (let [next] = this.children; next; [next] = next.children) rest.push(next);
    return rest;
  }

  /** Whether it is the first move of a variation. */
  get isVariation() {
    return this.parent !== null && this.parent.children[0] !== this;
  }

  /** Whether it belongs to the main line. */
  get isMain() {
    return this.path.every((node) => !node.isVariation);
  }

  /** The first move of the variation with this move; null in the main line. @returns {Node | null} */
  get variation() {
    return this.path.findLast((node) => node.isVariation) ?? null;
  }

  /** The child with a move, which is added if there is none. @param {string} move @param {string} [ptn] */
  add(move, ptn = move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(move, ptn, this);
    this.children.push(child);
    return child;
  }

  /** The position of the last evaluation in a comment. */
  get evaluation() {
    return this.evaluations.at(-1) ?? null;
  }
}

/** Makes the variation with a move the first choice at its place. @param {Node} node */
export function promote(node) {
  const first = node.variation;
  if (!first?.parent) return;
  const { parent } = first;
  parent.children = [first, ...parent.children.filter((child) => child !== first)];
  first.isFolded = false;
}

/** Removes a move and everything behind it; returns a function that brings it back. @param {Node} node */
export function remove(node) {
  const { parent } = node;
  if (!parent) return () => {};
  const at = parent.children.indexOf(node);
  parent.children = parent.children.filter((child) => child !== node);
  return () => {
    parent.children = [...parent.children.slice(0, at), node, ...parent.children.slice(at)];
  };
}

/** Sets the mark `!`, `?` and so on, and keeps that of a threat. @param {Node} node @param {string} mark */
export function setJudgement(node, mark) {
  node.ptn = node.ptn.replace(/[!?]+/g, "") + mark;
}

/** Sets the mark `'` (tak) or `''` (tinue), and keeps the judgement. @param {Node} node @param {string} mark */
export function setThreat(node, mark) {
  const [, move, judgement] = /^(.*?)['"]*([!?]*)['"]*$/.exec(node.ptn) ?? ["", node.ptn, ""];
  node.ptn = move + mark + judgement;
}

/** The marks of a move. @param {Node} node */
export const marksOf = (node) => ({
  threat: /['"]+/.exec(node.ptn)?.[0].replaceAll('"', "''") ?? "",
  judgement: /[!?]+/.exec(node.ptn)?.[0] ?? "",
});

/** @param {Node} node @param {Partial<Remarks> | undefined} remarks */
function remark(node, remarks) {
  node.comments.push(...(remarks?.comments ?? []));
  node.evaluations.push(...(remarks?.evaluations ?? []));
}

/**
 * The tree of lines, each one behind the line that it leaves.
 * @param {Line[]} lines
 */
export function treeOf(lines) {
  const root = new Node("", "", null);
  /** The nodes of each line from the start of the game. @type {Node[][]} */
  const paths = [];
  for (const [index, line] of lines.entries()) {
    const path = index === 0 ? [root] : paths[line.parent ?? 0].slice(0, (line.ply ?? 0) + 1);
    const [start] = path.slice(-1);
    // A line without moves has the text of moves that cannot be played.
    if (index === 0 || line.moves.length === 0) remark(start, line.before);
    for (const [at, played] of line.moves.entries()) {
      const node = path[path.length - 1].add(played.move, played.ptn);
      remark(node, played);
      if (at === 0 && index > 0) {
        node.before = { comments: line.before?.comments ?? [], evaluations: line.before?.evaluations ?? [] };
        node.name = line.name ?? "";
      }
      node.chance = played.chance ?? chanceOf(node);
      node.judged = played.judged ?? null;
      node.isFolded = played.isFolded ?? false;
      node.isSpelled = true;
      path.push(node);
    }
    path[path.length - 1].result = line.result ?? "";
    paths.push(path);
  }
  root.chance = chanceOf(root);
  return root;
}

/** White's chance by the last evaluation. @param {Node} node */
const chanceOf = ({ evaluation }) => (evaluation?.white_chance === undefined ? null : 100 * evaluation.white_chance);

/** The lines of a tree: the main line, then each variation before its own variations. @param {Node} root @returns {Line[]} */
export function linesOf(root) {
  const stack = [{ parent: 0, from: root }];
  /** @type {Line[]} */
  const lines = [];
  for (let start = stack.pop(); start; start = stack.pop()) {
    const { parent, from } = start;
    const index = lines.length;
    const nodes = from === root ? root.rest : [from, ...from.rest];
    // Other moves instead of the first one leave the line before.
    const others = nodes.filter((node) => node !== from).flatMap((node) => node.parent?.children.slice(1) ?? []);
    stack.push(...others.map((other) => ({ parent: index, from: other })).reverse());
    const { comments, evaluations } = from;
    const result = nodes.at(-1)?.result;
    lines.push({
      ...(from.name ? { name: from.name } : {}),
      parent,
      ply: from === root ? 0 : from.ply - 1,
      before: from === root ? { comments, evaluations } : from.before,
      moves: nodes.map(savedMove),
      ...(result ? { result } : {}),
    });
  }
  return lines;
}

/** A move without its empty fields: a tree may have thousands of moves. @param {Node} node @returns {SavedMove} */
function savedMove({ move, ptn, comments, evaluations, chance, judged, isFolded }) {
  return {
    move,
    ptn,
    ...(comments.length > 0 ? { comments } : {}),
    ...(evaluations.length > 0 ? { evaluations } : {}),
    ...(chance === null ? {} : { chance }),
    ...(judged ? { judged } : {}),
    ...(isFolded ? { isFolded } : {}),
  };
}

/** Adds the moves, comments and evaluations of another tree of the same game. @param {Node} tree @param {Node} other */
export function merge(tree, other) {
  const pairs = [{ tree, other }];
  for (const { tree, other } of pairs) {
    tree.comments.push(...other.comments.filter((text) => !tree.comments.includes(text)));
    if (other.evaluations.length > 0) tree.evaluations = other.evaluations;
    tree.chance = other.chance ?? tree.chance;
    if (marksOf(tree).judgement === "") setJudgement(tree, marksOf(other).judgement);
    if (marksOf(tree).threat === "") setThreat(tree, marksOf(other).threat);
    for (const child of other.children) pairs.push({ tree: tree.add(child.move, child.ptn), other: child });
  }
}
