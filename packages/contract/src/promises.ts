/** Backticks mark API names. */
export const PROMISES = [
  {
    name: 'Reasons',
    text: 'A match, score, grade or prediction names the source, record and range behind it, and what would change it.',
  },
  {
    name: 'Coverage',
    text: '`coverage` names every source consulted and its state. Unknown data is reported as `unknown`, never as unaffected.',
  },
  {
    name: 'Age',
    text: '`asOf` says how old the evidence is, and `integrity` has the hash of its bytes.',
  },
] as const;
