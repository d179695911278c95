// What PTN Ninja says to an engine, in its order, said by a small client in a page that looks at every line that comes
// back. `visit(url)` returns the findings.
"use strict";

const faults = [];
const counts = { frames: 0, infos: 0, searches: 0 };
const expect = (holds, text) => { if (!holds) faults.push(text); };

const KEYS = ["multipv", "depth", "seldepth", "score", "wdl", "nodes", "nps", "hashfull", "time", "pv"];
const MOVE = /^([SC]?[a-h][1-8]|[2-8]?[a-h][1-8][<>+-][1-8]*)$/;
const FIRST = ["id", "size", "option", "teiok", "readyok", "info", "bestmove"];

/** A line of analysis, taken apart as strictly as a client can. */
function readInfo(line) {
  const words = line.split(" ");
  const info = {};
  let last = -1;
  for (let at = 1; at < words.length; ) {
    const key = words[at++];
    const place = KEYS.indexOf(key);
    expect(place > last, `'${key}' is unknown or out of order: ${line}`);
    last = place;
    const rest = words.slice(at);
    if (key === "pv") {
      info.pv = rest;
      at = words.length;
    } else if (key === "score") {
      info.score = rest.slice(0, rest[0] === "solved" ? 3 : 2);
      at += info.score.length;
      if (["lowerbound", "upperbound"].includes(words[at])) at++;
    } else if (key === "wdl") {
      info.wdl = rest.slice(0, 3).map(Number);
      at += 3;
    } else {
      expect(/^\d+$/.test(rest[0]), `${key} is no number: ${line}`);
      info[key] = Number(rest[0]);
      at += 1;
    }
  }
  expect(info.pv && info.pv.length > 0, `no pv: ${line}`);
  expect((info.pv || []).every((move) => MOVE.test(move)), `strange moves: ${line}`);
  expect(info.wdl && info.wdl.reduce((a, b) => a + b) === 1000, `wdl: ${line}`);
  expect(/^(cp -?\d+|mate -?[1-9]\d*|solved (win|loss) [1-9]\d*)$/.test((info.score || []).join(" ")), `score: ${line}`);
  for (const key of ["depth", "seldepth", "nodes", "nps", "hashfull", "time"]) {
    expect(key in info, `no ${key}: ${line}`);
  }
  return info;
}

/** One connection, which checks every line. */
class Engine {
  constructor(url) {
    this.lines = [];
    this.wake = () => {};
    this.searching = 0;
    this.newest = {};
    this.socket = new WebSocket(url);
    this.opened = new Promise((resolve) => { this.socket.onopen = () => resolve(true); });
    this.closed = new Promise((resolve) => { this.socket.onclose = resolve; });
    this.socket.onmessage = ({ data }) => this.hear(data);
  }

  hear(line) {
    counts.frames++;
    expect(typeof line === "string", "expected text frames, found another");
    expect(line === line.trim() && line !== "" && !/[\r\n]/.test(line), `not one clean line: ${JSON.stringify(line)}`);
    expect(FIRST.includes(line.split(" ")[0]), `not of the protocol: ${line}`);
    if (line.startsWith("info ") && !/^info (string|error) /.test(line)) {
      counts.infos++;
      expect(this.searching > 0, `analysis without a search: ${line}`);
      const info = readInfo(line);
      const before = this.newest[info.multipv || 1];
      for (const key of ["depth", "nodes", "time"]) {
        expect(!before || info[key] >= before[key], `${key} falls: ${line}`);
      }
      this.newest[info.multipv || 1] = info;
      line = info;
    } else if (line.startsWith("bestmove ")) {
      const [move, ...rest] = line.slice(9).split(" ");
      expect(this.searching > 0, `an answer that was not asked for: ${line}`);
      expect(rest.length === 0 && (MOVE.test(move) || move === "--"), line);
      const best = this.newest[1];
      expect(move === "--" || (best && best.pv[0] === move), `not the first move of the best line: ${line}`);
      this.searching--;
      this.newest = {};
    }
    this.lines.push(line);
    this.wake();
  }

  send(...lines) {
    for (const line of lines) {
      if (line.startsWith("go")) { this.searching++; counts.searches++; }
      this.socket.send(line);
    }
  }

  /** The lines up to the first that fits. */
  async until(isWanted) {
    const taken = [];
    for (;;) {
      while (this.lines.length > 0) {
        const line = this.lines.shift();
        taken.push(line);
        if (isWanted(line)) return taken;
      }
      await new Promise((resolve) => { this.wake = resolve; });
    }
  }

  line(text) { return this.until((line) => line === text); }
  info() { return this.until((line) => typeof line === "object"); }

  async best() {
    const lines = await this.until((line) => typeof line === "string" && line.startsWith("bestmove "));
    return lines.pop().slice(9);
  }

  async ready() {
    this.send("isready");
    return (await this.line("readyok")).slice(0, -1);
  }
}

// White wins at once in the first, Black in the second.
const WHITE = "position startpos moves a5 a1 b1 b5 c1 c5 d1 d5";
const BLACK = WHITE + " a2";
const HIDDEN = ["halfkomi", "flats", "caps", "flats1", "flats2", "caps1", "caps2"];

/** Connect, and "Apply Options": every default is sent back unchanged, MultiPV last. */
async function startUp(engine) {
  await engine.opened;
  engine.send("tei");
  const lines = await engine.line("teiok");
  for (const start of ["id name ", "id author ", "size 3 4 5 6 7 8 halfkomi "]) {
    expect(lines.some((line) => line.startsWith(start)), `no ${start}`);
  }
  const options = lines.filter((line) => line.startsWith("option ")).map((line) => {
    const words = /^option name (.+) type (\S+)(?: default (\S+))?/.exec(line);
    expect(words, `not understood: ${line}`);
    return { name: words[1], type: words[2], value: words[3] };
  });
  for (const name of ["HalfKomi", "MultiPV", "Threads", "Hash", "Flats", "Caps"]) {
    expect(options.some((option) => option.name === name), `no option ${name}`);
  }
  expect(!options.some((option) => option.type === "string"), "an option that names files");
  const shown = options.filter((o) => o.value !== undefined && !HIDDEN.includes(o.name.toLowerCase()));
  shown.sort((a, b) => (a.name === "MultiPV") - (b.name === "MultiPV"));
  for (const { name, value } of shown) engine.send(`setoption name ${name} value ${value}`);
  const told = await engine.ready();
  expect(told.length === 0, `defaults are commented: ${told}`);
}

/** "Analyze position" and "analyze game". */
async function analysis(engine) {
  engine.send("teinewgame size 6 halfkomi 4");
  expect((await engine.ready()).length === 0, "teinewgame is commented");
  engine.send("position startpos moves a1 f6 e4 d3", "go movetime 200");
  await engine.best();
  const moves = "a1 f6 e4 d3 Cc4 d4 3c3>12".split(" ").slice(0, 6);
  for (let ply = 0; ply <= moves.length; ply++) {
    const played = moves.slice(0, ply).join(" ");
    engine.send("position startpos" + (played && ` moves ${played}`), "go depth 4 nodes 20000 movetime 2000");
    await engine.best();
  }
  // The next game has another size without an announcement.
  engine.send("position tps x5/x5/x5/x5/x5 1 1", "go nodes 500");
  await engine.best();
  engine.send("position tps x3,2,2/x,1,1,1,x/x5/x5/x5 1 4 moves b4>", "go depth 3");
  await engine.best();
}

/** Stop and analyze another position: all sent at once, answered in order. */
async function stopAndSwitch(engine) {
  engine.send("teinewgame size 5 halfkomi 0");
  await engine.ready();
  for (let round = 0; round < 5; round++) {
    engine.send(WHITE, "go infinite");
    if (round % 2 === 0) await engine.info();
    engine.send("stop", BLACK, "go movetime 100");
    expect((await engine.best()) === "e1", "the first answer is not that of the first position");
    expect((await engine.best()) === "e5", "the second answer is not that of the second position");
  }
  engine.send("stop");
  expect((await engine.ready()).length === 0, "a stop without a search is answered");
}

/** Interactive: the engine always searches, while the user steps through the game. */
async function interactive(engine) {
  const moves = "a5 a1 b1 b5 c1 c5 d1".split(" ");
  for (let ply = 0; ply < moves.length; ply++) {
    engine.send("position startpos" + (ply ? " moves " + moves.slice(0, ply).join(" ") : ""), "go infinite");
    await engine.info();
    engine.send("stop");
    await engine.best();
  }
  // A finished game.
  engine.send(`${WHITE} e1`, "go infinite");
  const best = await engine.best();
  expect(best === "--", `a move after the end: ${best}`);
}

async function severalLines(engine) {
  engine.send("setoption name MultiPV value 3", "position startpos moves a1 e5 c3", "go depth 4");
  const lines = await engine.until((line) => typeof line === "string" && line.startsWith("bestmove "));
  const last = lines.filter((line) => typeof line === "object").slice(-3);
  expect(last.map((info) => info.multipv).join() === "1,2,3", "not three lines at the end");
  expect(new Set(last.map((info) => info.pv[0])).size === 3, "the same move twice");
  const values = last.map((info) => Number(info.score[1]));
  expect(last.some((info) => info.score[0] !== "cp") || (values[0] >= values[1] && values[1] >= values[2]), `not sorted: ${values}`);
}

async function sessions(url) {
  const engine = new Engine(url);
  await startUp(engine);
  await analysis(engine);
  await stopAndSwitch(engine);
  await interactive(engine);
  await severalLines(engine);
  // Another window during this search; then both are closed during their searches.
  engine.send("position startpos", "go infinite");
  const other = new Engine(url);
  await startUp(other);
  other.send("teinewgame size 5 halfkomi 0", WHITE, "go movetime 100");
  expect((await other.best()) === "e1", "two windows disturb each other");
  other.send("go infinite");
  for (const { socket, closed } of [engine, other]) {
    socket.close();
    const { wasClean } = await closed;
    expect(wasClean, "the connection was not closed in order");
  }
}

window.onerror = (text) => { faults.push(String(text)); };
window.onunhandledrejection = ({ reason }) => { faults.push(String(reason)); };

async function visit(url) {
  const first = new Engine(url);
  const isOpen = await Promise.race([first.opened, first.closed.then(() => false)]);
  first.socket.close();
  if (isOpen) {
    const watchdog = new Promise((_, reject) => setTimeout(() => reject("no answer"), 60000));
    try {
      await Promise.race([sessions(url), watchdog]);
    } catch (error) {
      faults.push(String(error && error.stack || error));
    }
  }
  return { isOpen, faults, counts };
}
