/** A page of `docs` that the site shows, with a one-line description. */
export interface ListedGuide {
  readonly name: string;
  readonly description: string;
}

export interface Group {
  readonly title: string;
  readonly question: string;
  readonly guides: readonly ListedGuide[];
}

/** The guides in reading order, by task. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    question: 'Get a first verdict, and learn to read it.',
    guides: [
      {
        name: 'first-steps',
        description: 'A few questions to the demo: verdicts, reasons, coverage, age, and unknown.',
      },
      { name: 'tasks', description: 'Short recipes for maintainers, security engineers and pipelines.' },
    ],
  },
  {
    title: 'Scan',
    question: 'Check what a project uses, and decide what to do.',
    guides: [
      { name: 'cli', description: 'The command line: commands, formats, thresholds and exit codes.' },
      {
        name: 'scan',
        description: 'Lockfiles, SBOMs and closures in; findings, VEX and SARIF out; and the scan page.',
      },
      { name: 'decisions', description: 'Findings that do not count for you: why, until when, and what reopens them.' },
      {
        name: 'remediation',
        description: 'The smallest upgrades that fix what is known; what a nixpkgs change misses.',
      },
    ],
  },
  {
    title: 'Look things up',
    question: 'What is known about a CVE or a package, and who says so?',
    guides: [
      { name: 'matching', description: 'How records are matched with packages, and how certain a match is.' },
      { name: 'dossier', description: 'One CVE from many records: preferred values, conflicts, quality, advice.' },
      { name: 'search', description: 'What a search finds, what comes first, and where it stops.' },
      {
        name: 'tracker',
        description: 'nixpkgs issues, fixes and channels; the dependency graph and rebuild impact.',
      },
      { name: 'insights', description: 'Statistics, time to fix, estimates, and package health.' },
      { name: 'evidence', description: 'Which bytes are kept of every source, under which hashes, and for how long.' },
    ],
  },
  {
    title: 'Watch',
    question: 'Learn of changes without asking again.',
    guides: [
      { name: 'watch', description: 'Your packages as a page, feed and badge; changes by cursor, stream or webhook.' },
      { name: 'client', description: 'The TypeScript client: retries, pages, errors, types without generated code.' },
      { name: 'agents', description: 'Tools for language models: setup, rules, and how untrusted text is fenced.' },
    ],
  },
  {
    title: 'Run it',
    question: 'Deploy Almanac, and keep it healthy.',
    guides: [
      {
        name: 'install',
        description: 'Containers, systemd, Kubernetes, NixOS; logins, keys, proxies, upgrades, support.',
      },
      {
        name: 'operations',
        description: 'Sizing, commands, backup, health, what to do when it goes wrong, metrics, logs.',
      },
      { name: 'env', description: 'Every setting, its default and its meaning.' },
      {
        name: 'high-availability',
        description: 'Five machines, any of which may fail, and what each loss costs; failover.',
      },
      { name: 'performance', description: 'What requests cost, when to scale, and how responses stay fast.' },
      { name: 'snapshots', description: 'Signed files: offline scans, mirrors, exports, nixpkgs status, freshness.' },
    ],
  },
  {
    title: 'Extend it',
    question: 'Understand the code, and read the formats.',
    guides: [
      { name: 'architecture', description: 'Processes, packages, the path of a record and of a request.' },
      { name: 'snapshot-format', description: 'Snapshot, mirror and export formats, for those who write readers.' },
    ],
  },
  {
    title: 'Reference',
    question: 'Look up a code or a word.',
    guides: [
      { name: 'errors', description: 'Every error code, and what to do about it.' },
      { name: 'glossary', description: 'The words of the domain as they are used here.' },
    ],
  },
];
