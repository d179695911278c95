/**
 * Names and sentences of the levels; the first row is full strength. docs/levels.md has their strength.
 * @type {[string, string][]}
 */
export const LEVELS = [
  ["Full strength", "Thinks as long as you allow."],
  ["First day", "Knows the rules, and sees hardly any road."],
  ["First week", "Sees few roads, its own and yours."],
  ["Beginner", "Sees one road in three."],
  ["Learner", "Overlooks two roads in five."],
  ["Casual", "Sometimes overlooks a road."],
  ["Careful", "Rarely overlooks a road."],
  ["Regular", "Sees every road in one, and plays simple moves."],
  ["Club", "Also sees simple threats."],
  ["Strong club", "About as accurate as people with 1700 on PlayTak."],
  ["Experienced", "About as accurate as people with 1900 on PlayTak."],
  ["Advanced", "Sees four plies ahead."],
  ["Expert", "About as accurate as people above 2000 on PlayTak."],
  ["Master", "More accurate than all but the best people."],
  ["Champion", "More accurate than the best people on PlayTak."],
];
