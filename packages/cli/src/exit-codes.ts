/** docs/cli.md has the same table; a test compares them. */
export const EXIT = {
  clean: 0,
  findings: 1,
  usage: 2,
  unknown: 3,
  api: 4,
  noSuchCve: 5,
  mistake: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: readonly { readonly code: ExitCode; readonly meaning: string }[] = [
  { code: EXIT.clean, meaning: 'Success. For checks: everything was checked, and nothing reached the threshold' },
  { code: EXIT.findings, meaning: 'Findings reached the threshold' },
  { code: EXIT.usage, meaning: 'Invalid command or option, or a file could not be read or written' },
  { code: EXIT.unknown, meaning: 'Not everything could be checked, or a snapshot was rejected' },
  { code: EXIT.api, meaning: 'The API or snapshot location is unavailable or refused the request' },
  { code: EXIT.noSuchCve, meaning: 'No source has a record of this CVE' },
  { code: EXIT.mistake, meaning: 'Internal error' },
  { code: EXIT.interrupted, meaning: 'Interrupted by Ctrl-C or a signal' },
];
