/**
 * Names and sentences of the levels; the first row is full strength. docs/levels.md has their strength.
 * @type {[string, string][]}
 */
export const LEVELS = [
  ["Full strength", "Thinks as long as you allow."],
  ["First day", "Knows the rules, and looks ahead in the opening alone."],
  ["First week", "Overlooks nearly every road, its own and yours."],
  ["Newcomer", "Sees one road in five."],
  ["Starter", "Sees three roads in ten."],
  ["Beginner", "Overlooks more than half of the roads."],
  ["Learner", "Overlooks two roads in five."],
  ["Casual", "Overlooks one road in four."],
  ["Hobby", "Sometimes overlooks a road."],
  ["Attentive", "Overlooks one road in eight."],
  ["Careful", "Rarely overlooks a road."],
  ["Regular", "Sees every road in one, and plays simple moves."],
  ["Steady", "About as accurate as people with 1700 on PlayTak."],
  ["Club", "Also sees simple threats."],
  ["Strong club", "About as accurate as people with 1900 on PlayTak."],
  ["Experienced", "Sees four plies ahead."],
  ["Advanced", "About as accurate as people above 2000 on PlayTak."],
  ["Expert", "Sees five plies ahead."],
  ["Master", "More accurate than the best people on PlayTak."],
];
