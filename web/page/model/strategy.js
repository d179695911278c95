/** Five small lessons of strategy. */
import { all, captures, central, flatly, flattens, guards, hard, neighbors, places, road, safe, tak, twoThreats } from "./goals.js";

/** @type {import("./goals.js").Lesson[]} */
export const STRATEGY = [
  {
    id: "first",
    title: "The first stones",
    tasks: [
      {
        tps: null,
        size: 5,
        text: "Your first turn places a stone of the other player, so choose a square where it helps little. In the middle it has four neighbors, and can join roads in both directions.",
        task: "Place Black's first flat where it has the fewest neighbors.",
        hint: "A corner has two neighbors.",
        goals: [neighbors((count) => count === 2, "This square has more neighbors than others. Find one with two.")],
        praise: "In the corner it helps Black least. Which corner it is matters when Black answers: opposite corners keep both players apart.",
      },
      {
        tps: "x4,1/x5/x5/x5/2,x4 1 2",
        size: 5,
        text: "Both first stones are placed, and White is to move. A flat near the middle serves roads from left to right and from top to bottom, and your next stones connect to it.",
        task: "Place your flat away from the edges.",
        hint: "Any of the nine squares from b2 to d4 is good, c3 most of all.",
        goals: [all(places("flat"), central)],
        praise: "From here you can build in all directions, and Black cannot block all of them.",
      },
    ],
  },
  {
    id: "tempo",
    title: "Two threats at once",
    tasks: [
      {
        tps: "2,2,x3/x3,1,x/1,1,1,x2/2,x2,1,x/2,2,x,1,2 1 7",
        size: 5,
        text: "A tak takes the choice from your opponent, who has to answer it. But one answer stops one threat. Two threats at once win the game.",
        task: "Make two threats with one move, and then complete a road.",
        hint: "The third row and the d-file cross on one square.",
        goals: [twoThreats, road],
        praise: "Black could stop only one of the two roads.",
      },
      {
        tps: "x5/2,2,2,x,2/x3,1,x/x3,1,x/1,x2,1,x 1 5",
        size: 5,
        text: "The best answer to a threat is one that threatens, too. Then your opponent has to answer, and you keep the initiative.",
        task: "Stop Black's road and make tak with the same move.",
        hint: "A flat on d4 blocks the row. See what it adds to your d-file. A wall would block only.",
        goals: [all(safe, tak)],
        praise: "Black's threat is gone, and yours has to be answered.",
      },
    ],
  },
  {
    id: "block",
    title: "A flat or a wall?",
    tasks: [
      {
        tps: "x5/x,1,x,2,x/2,2,2,x,2/1,x,1,x2/x,1,x,1,x 1 6",
        size: 5,
        text: "Walls stop roads, but they build none and do not count at the end. So use one only where a flat would be captured.",
        task: "Black threatens a road in the third row. Stop it so that it holds.",
        hint: "The black flat on d4 can move down onto a flat on d3.",
        goals: [safe],
        praise: "This holds. A flat on d3 would have been captured at once.",
      },
      {
        tps: "x5/x,1,x,1,x/2,2,x,2,2/1,x,1,x2/x,1,x3 1 6",
        size: 5,
        text: "Here no black stone can capture on the missing square without leaving the road.",
        task: "Stop the road with a flat.",
        hint: "A flat on c3 is enough. It counts at the end, and can become part of a road.",
        goals: [all(safe, flatly)],
        praise: "Black is stopped, and you have one more flat on the board.",
      },
    ],
  },
  {
    id: "guard",
    title: "A capstone beside its stack",
    tasks: [
      {
        tps: "x5/x,1,x2,2/x,2,2211,x2/x3,1,x/x2,2,x2 1 8",
        size: 5,
        text: "High stacks decide games, so both players want to be on top. A capstone next to a stack guards it: it takes the stack back from any flat or wall.",
        task: "Black can capture your stack from b3. Place your capstone so that it takes the stack back.",
        hint: "Choose the capstone (key 3) and a square that touches c3.",
        goals: [guards("c3", "b3>")],
        praise: "If Black captures the stack, your capstone moves onto it.",
      },
      {
        tps: "x2,2,x2/x,1,1C,2,x/x,2,112S,x2/x2,1,x2/1,x3,2 1 8",
        size: 5,
        text: "Black has captured a stack with a wall, on which no flat may move. Your capstone stands next to it.",
        task: "Take the stack back.",
        hint: "Move the capstone from c4 onto the wall on c3.",
        goals: [all(captures(1), flattens)],
        praise: "The wall is flat, and the stack of four is yours.",
      },
    ],
  },
  {
    id: "captives",
    title: "Soft and hard stacks",
    tasks: [
      {
        tps: "x5/x,2,x2,2/x2,21,1,x/x2,1,x2/x,2,x3 1 5",
        size: 5,
        text: "With a black stone right below its top, your stack is soft: when the top leaves, Black has the square. With a second white stone there it is hard: the square stays yours.",
        task: "Make the stack on c3 hard.",
        hint: "Move the flat on d3 or the one on c2 onto c3.",
        goals: [hard("c3")],
        praise: "Now its top can capture something else, and c3 stays white.",
      },
      {
        tps: "x,2,x3/x2,2,x2/x3,2,x/1,21211,x2,1/2,x,1,x2 1 8",
        size: 5,
        text: "Every captive takes a flat from Black's count, and lets your stack reach farther. When you spread it, drop each captive together with a stone of yours that covers it.",
        task: "Complete a road in the second row with the stack on b2.",
        hint: "Take three stones. The lowest of them is black: drop two on c2, so that a white one covers it, and one on d2.",
        goals: [road],
        praise: "The captive lies below your flat, and the road is complete.",
      },
    ],
  },
];
