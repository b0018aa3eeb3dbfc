import { type IssueState, SECURITY, type TrackerIssue, type TrackerPull, trackerBody } from '../tracker.ts';
import type { Trait } from '../traits.ts';
import type { Vulnerability } from '../vulnerability.ts';
import type { When } from '../when.ts';

interface Tracked {
  readonly shows: readonly Trait[];
  readonly issues: readonly TrackerIssue[];
}

const CRITICAL = { name: 'severity: critical', color: 'b60205' };
const STABLE = { name: '9.needs: port to stable', color: 'fbca04' };

const TRACKED: Readonly<Record<string, Tracked>> = {
  // Fixed everywhere: on master, in the release and in every channel.
  'CVE-2025-91008': {
    shows: ['tracker_made_issue', 'fix_in_master', 'fix_backported', 'mentioned_elsewhere'],
    issues: [
      issue(410_101, 'tracker-bot', { daysAgo: 87 }, 'CVE-2025-91008: libbuoy: overflow while reading a chunk table', {
        body: trackerBody('CVE-2025-91008', 'libbuoy overflows while it reads a chunk table.', [
          'libbuoy (5.6.1@nixos-unstable)',
          'libbuoy (5.6.1@nixos-26.05)',
          'python313Packages.libbuoy (5.6.1@nixos-unstable)',
        ]),
        closed: { daysAgo: 80, hour: 14 },
        assignees: ['ada'],
        pulls: [
          pull(410_150, 'libbuoy: 5.6.1 -> 5.6.2', { opened: { daysAgo: 84 }, merged: { daysAgo: 80, hour: 14 } }, [
            'Fixes #410101',
          ]),
          pull(
            410_177,
            '[Backport release-26.05] libbuoy: 5.6.1 -> 5.6.2',
            { base: 'release-26.05', opened: { daysAgo: 80, hour: 15 }, merged: { daysAgo: 78 } },
            ['Bot-based backport to `release-26.05`, triggered by a label in #410150.', 'Related to #410101'],
          ),
        ],
        mentions: [
          { at: { daysAgo: 86 }, from: 'fork' },
          { at: { daysAgo: 86, hour: 12 }, from: 'elsewhere' },
          { at: { daysAgo: 85 }, from: 'issue' },
        ],
      }),
    ],
  },
  // Merged to staging, weeks before it reaches master.
  'CVE-2026-98308': {
    shows: ['tracked_issue', 'fix_in_staging'],
    issues: [
      issue(411_202, 'brook', { daysAgo: 27 }, 'foldfs: CVE-2026-98308', {
        body: 'Use after free while unmounting. Upstream released 6.11.4.',
        labels: [SECURITY, CRITICAL, STABLE],
        pulls: [
          pull(
            411_240,
            'foldfs: 6.11.3 -> 6.11.4',
            { base: 'staging', opened: { daysAgo: 3 }, merged: { daysAgo: 2 } },
            ['https://nvd.nist.gov/vuln/detail/CVE-2026-98308', 'Closes: #411202'],
          ),
        ],
      }),
    ],
  },
  // Merged tomorrow, later in the channels.
  'CVE-2026-98208': {
    shows: ['tracked_issue', 'fix_merged_later'],
    issues: [
      issue(411_303, 'cleo', { daysAgo: 20 }, 'quill-editor: CVE-2026-98208', {
        body: 'Opens linked documents without asking.',
        labels: [SECURITY, { name: '1.severity: high', color: 'd93f0b' }],
        assignees: ['cleo', 'ada'],
        closed: { hoursAgo: -24 },
        pulls: [
          pull(411_360, 'quill-editor: 14.1.9 -> 14.2.0', { opened: { daysAgo: 4 }, merged: { hoursAgo: -24 } }, [
            'Resolves #411303.',
          ]),
          pull(411_377, 'quill-editor: mark as insecure', { opened: { daysAgo: 12 }, rejected: { daysAgo: 11 } }, [
            'See #411303',
          ]),
        ],
      }),
    ],
  },
  'CVE-2025-91204': {
    shows: ['tracked_issue', 'pull_mentions_only', 'issue_by_ghost'],
    issues: [
      issue(410_404, null, { daysAgo: 60 }, 'inkpot: CVE-2025-91204 incomplete escape', {
        body: null,
        pulls: [
          pull(410_440, 'treewide: fix typos', { opened: { daysAgo: 59 }, merged: { daysAgo: 58 } }, [
            'Not about #410404, which I saw on the way.',
          ]),
        ],
      }),
    ],
  },
  'CVE-2025-91201': {
    shows: ['related_cve', 'label_as_text'],
    issues: [
      issue(408_505, 'dora', { daysAgo: 120 }, 'gangway: CVE-2025-91201', {
        body: 'Much like CVE-2024-91202 and cve-2023-91203 before. XCVE-2020-91307 is none.',
        labels: ['1.severity: security', 'severity: medium'],
      }),
    ],
  },
  'CVE-2025-91207': {
    shows: ['issue_closed_not_planned', 'issue_duplicate'],
    issues: [
      issue(406_606, 'ada', { daysAgo: 200 }, 'tidepool: CVE-2025-91207', {
        body: 'Race in the lock file.',
        closed: { daysAgo: 150 },
        reason: 'not_planned',
      }),
      issue(406_660, 'brook', { daysAgo: 190 }, 'CVE-2025-91207 in tidepool', {
        body: 'Duplicate of #406606',
        closed: { daysAgo: 189 },
        reason: 'duplicate',
      }),
    ],
  },
  // Loses its label in a day.
  'CVE-2025-91412': {
    shows: ['issue_label_removed'],
    issues: [
      issue(
        410_707,
        'cleo',
        { daysAgo: 40 },
        'larkspur-firewall: CVE-2025-91412',
        { body: 'Crash on a short packet.' },
        [{ at: { hoursAgo: -26 }, set: { labels: [{ name: '6.topic: networking', color: 'fef2c0' }] } }],
      ),
    ],
  },
  'CVE-2025-91803': {
    shows: ['issue_deleted', 'issue_transferred'],
    issues: [
      issue(410_808, 'spam', { daysAgo: 30 }, 'capstan: CVE-2025-91803', { body: 'Buy now.' }, [
        { at: { hoursAgo: -30 }, set: { gone: 'deleted' } },
      ]),
      issue(410_809, 'dora', { daysAgo: 29 }, 'CVE-2025-91803 in the website', { body: 'Wrong repository?' }, [
        { at: { hoursAgo: -31 }, set: { gone: 'transferred' } },
      ]),
    ],
  },
  'CVE-2025-91804': {
    shows: ['issue_without_cve'],
    issues: [
      issue(410_910, 'brook', { daysAgo: 50 }, 'bilge is unmaintained and has open vulnerabilities', {
        body: 'Drop it?',
      }),
    ],
  },
  // Without the label, so not for the tracker, although it names a CVE.
  'CVE-2026-98410': {
    shows: ['issue_without_label'],
    issues: [
      issue(411_011, 'ada', { daysAgo: 9 }, 'splicer: build fails since the patch for CVE-2026-98410', {
        body: 'Log attached.',
        labels: [{ name: '0.kind: build failure', color: 'fbca04' }],
      }),
    ],
  },
  'CVE-2025-91503': {
    shows: ['tracked_issue'],
    issues: [
      // Gets comments, but no changes of its own.
      issue(410_112, 'dora', { daysAgo: 44 }, 'chalkboard: CVE-2025-91503', { body: 'Invisible reordering.' }, [
        { at: { daysAgo: 43 }, set: { comments: 3 } },
        { at: { hoursAgo: -2 }, set: { comments: 4 } },
      ]),
    ],
  },
  // Opened in an hour and a half.
  'CVE-2026-98701': {
    shows: ['tracked_issue'],
    issues: [
      issue(
        411_213,
        'tracker-bot',
        { hoursAgo: -1.5 },
        'CVE-2026-98701: anchor-proxy drops its filter after a reload',
        {
          body: trackerBody('CVE-2026-98701', 'Drops its filter.', ['anchor-proxy (2.3.0@nixos-unstable)']),
        },
      ),
    ],
  },
};

export function withIssues(entry: Vulnerability): Vulnerability {
  const tracked = TRACKED[entry.id];
  if (tracked === undefined) return entry;
  return { ...entry, shows: [...entry.shows, ...tracked.shows], issues: tracked.issues };
}

interface Told extends Partial<Pick<IssueState, 'labels' | 'assignees' | 'reason'>> {
  readonly body: string | null;
  readonly closed?: When;
  readonly pulls?: readonly TrackerPull[];
  readonly mentions?: TrackerIssue['mentions'];
}

function issue(
  number: number,
  author: string | null,
  opened: When,
  title: string,
  told: Told,
  later: TrackerIssue['story'][1][] = [],
): TrackerIssue {
  const { body, labels = [SECURITY], assignees = [], closed, reason = 'completed', pulls, mentions } = told;
  const closing = closed === undefined ? [] : [{ at: closed, set: { state: 'closed', reason } as const }];
  return {
    number,
    author,
    story: [{ at: opened, set: { title, body, labels, assignees, state: 'open' } }, ...closing, ...later],
    ...(pulls === undefined ? {} : { pulls }),
    ...(mentions === undefined ? {} : { mentions }),
  };
}

function pull(
  number: number,
  title: string,
  when: Pick<TrackerPull, 'opened' | 'merged' | 'rejected'> & { readonly base?: TrackerPull['base'] },
  body: readonly string[],
): TrackerPull {
  const { base = 'master', ...dates } = when;
  return { number, title, body: body.join('\n\n'), base, ...dates, labels: [SECURITY] };
}
