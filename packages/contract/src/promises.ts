/** What every answer about vulnerabilities keeps. Backticks mark names of the API. */
export const PROMISES = [
  {
    name: 'Reasons',
    text: 'A match, a score, a grade or a prediction says which source, record and range led to it, and what would overturn it.',
  },
  {
    name: 'Coverage',
    text: '`coverage` names every source that was consulted and its state. What is not known is `unknown`, never clean.',
  },
  {
    name: 'Age',
    text: '`asOf` says how old the evidence is, `integrity` what its bytes were.',
  },
] as const;
