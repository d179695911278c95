// The worker judges moves like `stonefall annotate`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROGRAM, startProgram, startWorker, withoutProgram } from "./engine.mjs";

/** Black misses a road in two moves, and White gets one. */
const GAME = '[Size "4"]\n[TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"]\n\n7. -- b4 8. a4 R-0';

/** The last line of an annotation. */
async function annotated(engine, asked) {
  engine.send(`annotate ${JSON.stringify(asked)}`);
  for (;;) {
    const line = (await engine.until("annotate")).at(-1);
    const answer = JSON.parse(line.slice("annotate ".length));
    if (answer.done === undefined) return answer;
  }
}

/** An answer without times. */
const timeless = (answer) => JSON.parse(JSON.stringify(answer).replace(/ \d+ms/g, ""));

test("the worker judges as the program does", { skip: withoutProgram }, async (t) => {
  const asked = { text: '[Size "5"]\n[Komi "2"]\n1. a1 e5 2. c3 c4 3. d3 d4 4. b3 b4', nodes: 3000 };
  const engines = [startWorker(t), startProgram(t, PROGRAM)];
  const [worker, program] = await Promise.all(engines.map((engine) => annotated(engine, asked)));
  assert.deepEqual(timeless(worker), timeless(program));
});

test("a blunder gets its mark", async (t) => {
  const answer = await annotated(startWorker(t), { text: GAME, nodes: 2000 });
  assert.equal(answer.complete, true);
  assert.deepEqual([answer.moves[0].judgement, answer.moves[0].best], ["??", "a4"]);
  assert.match(answer.text, /b4'\?\? \{name:"Stonefall/);
});

test("stop ends an annotation, which answers", async (t) => {
  const engine = startWorker(t);
  engine.send(`annotate ${JSON.stringify({ text: '[Size "6"]\n1. a1 f6 2. c3 d4', movetime: 600_000 })}`);
  await engine.ask();
  engine.send("stop");
  assert.match((await engine.until("annotate")).at(-1), /"complete":false/);
  assert.match((await engine.go("go nodes 1000")).at(-1), /^bestmove \w/);
});
