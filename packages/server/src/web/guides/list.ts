/** A document for users and operators, by its name in `docs`, and what it tells in a line. */
export interface ListedGuide {
  readonly name: string;
  readonly description: string;
}

export interface Group {
  readonly title: string;
  /** What somebody wants who looks here. */
  readonly question: string;
  readonly guides: readonly ListedGuide[];
}

/** The guides in the order in which one would read them. What is written for contributors is not among them. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Begin',
    question: 'Read an answer, and know what it does not say.',
    guides: [
      {
        name: 'first-steps',
        description:
          'A few questions to the demo: what a verdict says, its reasons, its coverage, its age, and what unknown means.',
      },
    ],
  },
  {
    title: 'By what you do',
    question: 'What is in it for me, and what do I type first?',
    guides: [
      { name: 'for-maintainers', description: 'What needs you today, which channel is affected, what a fix rebuilds.' },
      {
        name: 'for-security-engineers',
        description: 'Triage one CVE, check a project, explain the verdict, and pass it on.',
      },
      { name: 'for-pipelines', description: 'Fail a build for the right reason: samples, thresholds, exit codes.' },
      { name: 'for-agents', description: 'Connect a language model: settings, tools by question, rules.' },
    ],
  },
  {
    title: 'Look up',
    question: 'What is known of a CVE or a package, and who says so?',
    guides: [
      { name: 'search', description: 'What a search looks for, what comes first, and where it stops.' },
      {
        name: 'dossier',
        description: 'One answer from many records: whose word counts, conflicts, quality, hints for programs.',
      },
      { name: 'matching', description: 'How a package and a record are held to be the same, and how sure that is.' },
      {
        name: 'tracker',
        description: 'Issues of the collection, the pull requests that fix them, and which channel has the fix.',
      },
      {
        name: 'changes',
        description: 'Every change since you last asked, by cursor: questions that wait, or a stream of events.',
      },
      {
        name: 'freshness',
        description: 'How old every source is, said and signed once an hour and kept for a year.',
      },
      { name: 'evidence', description: 'Which bytes are kept of every source, under which hashes, and for how long.' },
    ],
  },
  {
    title: 'Check what you have',
    question: 'Is something that I use affected, and what do I do about it?',
    guides: [
      {
        name: 'my-packages',
        description: 'One list of what needs attention in exactly your packages: page, feeds, badge, command.',
      },
      {
        name: 'scan',
        description: 'The page that reads lockfiles and bills of materials in your browser, and what leaves it.',
      },
      { name: 'lockfiles', description: 'Which lockfiles are read, what is taken from each, and what is left out.' },
      { name: 'sbom', description: 'CycloneDX and SPDX in; findings, VEX and SARIF out; and the same on a past day.' },
      {
        name: 'decisions',
        description: 'Findings that do not count here: why, until when, and what reopens a decision. VEX in.',
      },
      { name: 'remediation', description: 'The smallest upgrades that clear what is known and open nothing.' },
      { name: 'pull-requests', description: 'What a change to a package misses, and diffs that mend it.' },
      { name: 'graph', description: 'What a change rebuilds, and how packages and CVEs are connected.' },
    ],
  },
  {
    title: 'Doors',
    question: 'How do I ask from where I work?',
    guides: [
      { name: 'cli', description: 'From a terminal or a pipeline: commands, exit codes, thresholds.' },
      {
        name: 'client',
        description: 'From TypeScript and JavaScript: retries, pages, errors, types without generated code.',
      },
      {
        name: 'agents',
        description: 'From a language model: tools, brief answers, and the words of others fenced.',
      },
    ],
  },
  {
    title: 'Figures',
    question: 'What does all of it say together, and how far can it be trusted?',
    guides: [
      {
        name: 'figures',
        description: 'Severity, ecosystems, fixes and quality over everything: what is counted, and when.',
      },
      { name: 'predictions', description: 'How long fixes take, when one may come, and how often that held.' },
      { name: 'health', description: 'How well a package is kept, point by point.' },
    ],
  },
  {
    title: 'Run it',
    question: 'How do I run it myself, and keep it well?',
    guides: [
      {
        name: 'operations',
        description: 'Starting, sizing, backup, access, health, metrics, upgrades, and what to do when it goes wrong.',
      },
      { name: 'env', description: 'Every setting, its default and its meaning.' },
      { name: 'kubernetes', description: 'The manifests: what they run, and what you set before you apply them.' },
      {
        name: 'high-availability',
        description: 'Five machines of which any one may be lost: their configuration, and what each loss costs.',
      },
      {
        name: 'scale',
        description: 'From one machine to regions in four steps: what each part does, and when to go on.',
      },
      {
        name: 'snapshots',
        description: 'Signed files that answer without the service: how to publish them, and their format.',
      },
      {
        name: 'mirrors',
        description: 'Fill a new instance from another one, with all history, and verified.',
      },
      {
        name: 'exports',
        description: 'A snapshot as SQLite or Parquet: every table and column, and example queries.',
      },
      {
        name: 'collection',
        description: 'What CVEs come to for the packages of each channel, published as OSV, VEX and CSAF.',
      },
      { name: 'nix', description: 'The flake, the package and the NixOS module, option by option.' },
      { name: 'support', description: 'Which releases get fixes, on what they run, and how an endpoint is retired.' },
    ],
  },
  {
    title: 'Words',
    question: 'What does that mean?',
    guides: [
      { name: 'glossary', description: 'The words of the domain as they are used here.' },
      { name: 'errors', description: 'Every code a caller may see, and what to do about it.' },
    ],
  },
];
