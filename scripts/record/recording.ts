/** What is typed, on what, and where the picture is put. */
export const RECORDING = {
  lines: ['npm run --silent almanac -- scan examples/harbour', 'echo $?'],
  columns: 106,
  rows: 30,
  title: 'almanac scan of a small project: a progress bar, the findings, what is unknown and why, and the exit code 1',
  file: 'docs/media/almanac-scan.svg',
} as const;
