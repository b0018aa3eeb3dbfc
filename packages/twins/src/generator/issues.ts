import type { Branch } from '../world/commits.ts';
import { type IssueState, SECURITY, type TrackerIssue, type TrackerPull, trackerBody } from '../world/tracker.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import { DAY, type When } from '../world/when.ts';
import { type Random, randomOf } from './random.ts';

export interface IssueCounts {
  readonly seed: number;
  readonly count: number;
  readonly issues: number;
}

const FIRST_ISSUE = 200_000;
/** Numbers reserved for an issue and its pull requests. */
const NUMBERS = 20;
/** Makes issues independent of the vulnerability's random stream. */
const OTHER_SEED = 0x1550e;
const PEOPLE = ['ada', 'brook', 'cleo', 'dora', 'emil', 'finn', 'gwen', 'hugo'] as const;
const LEVELS = ['critical', 'high', 'medium', 'low'] as const;
const HOURS = 24;

/** Spreads exactly the requested number of issues evenly. */
export function issuesAt(
  { seed, count, issues }: IssueCounts,
  index: number,
  { id, facts, cveList, reserved }: Vulnerability,
): readonly TrackerIssue[] {
  const ordinal = Math.floor((index * issues) / count);
  if (Math.floor(((index + 1) * issues) / count) === ordinal) return [];
  const random = randomOf(seed ^ OTHER_SEED, index);
  const number = FIRST_ISSUE + ordinal * NUMBERS;
  const at = cveList?.[0].at ?? reserved;
  const published = at !== undefined && 'daysAgo' in at ? at.daysAgo : 1;
  const description = facts?.[0].set.descriptions[0]?.value ?? 'No details are known.';
  const name = /^In (\S+) by /.exec(description)?.[1] ?? `package-${ordinal}`;
  return [issueOf(random, { id, name, description, number }, hoursBefore(published - 1 - random.below(12)))];
}

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly number: number;
}

/** Before the clock's start; negative for the future. */
type HoursAgo = number;

function issueOf(random: Random, subject: Subject, opened: HoursAgo): TrackerIssue {
  const { id, name, number } = subject;
  const byTracker = random.chance(0.5);
  const set: IssueState = {
    title: byTracker ? `${id}: ${name}: ${subject.description.slice(0, 60)}` : `${name}: ${id}`,
    body: byTracker ? trackerBody(id, subject.description, affectedLines(random, name)) : humanBody(random, subject),
    labels: labelsOf(random),
    state: 'open',
    assignees: random.chance(0.3) ? [random.pick(PEOPLE)] : [],
    comments: random.below(6),
  };
  const fate = random.next();
  const later = (days: number): HoursAgo => opened - Math.ceil((0.2 + random.next()) * days * HOURS);
  const base = { number, author: random.chance(0.02) ? null : byTracker ? 'tracker-bot' : random.pick(PEOPLE) };
  const first = { at: { hoursAgo: opened }, set };
  if (fate < 0.07) return { ...base, story: [first, closing(later(60), 'not_planned')] };
  if (fate < 0.1) return { ...base, story: [first, closing(later(2), 'duplicate')] };
  if (fate < 0.12) return { ...base, story: [first, { at: { hoursAgo: later(20) }, set: { labels: [] } }] };
  if (fate < 0.13) return { ...base, story: [first, { at: { hoursAgo: later(5) }, set: { gone: 'deleted' } }] };
  if (fate < 0.35) return { ...base, story: [first] };

  const pulls = pullsOf(random, subject, later);
  const merged = pulls[0]?.merged;
  const mentions = random.chance(0.15) ? [{ at: { hoursAgo: later(10) }, from: random.pick(FROM) }] : [];
  const story: TrackerIssue['story'] = merged === undefined ? [first] : [first, { at: merged, set: CLOSED }];
  return { ...base, story, pulls, mentions };
}

const FROM = ['fork', 'elsewhere', 'issue'] as const;
const CLOSED = { state: 'closed', reason: 'completed' } as const;

function closing(hoursAgo: HoursAgo, reason: NonNullable<IssueState['reason']>) {
  return { at: { hoursAgo }, set: { state: 'closed', reason } } as const;
}

/** The fix: opened days after the issue, merged days later, often backported. */
function pullsOf(random: Random, { id, name, number }: Subject, later: (days: number) => HoursAgo): TrackerPull[] {
  const opened = later(12);
  const merged = opened - Math.ceil((0.1 + random.next()) * 6 * HOURS);
  const base: Branch = random.chance(0.3) ? 'staging' : 'master';
  const version = `${1 + random.below(9)}.${random.below(20)}`;
  const fix = number + 3;
  const title = random.chance(0.7) ? `${name}: ${version}.0 -> ${version}.1` : `${name}: add patch for ${id}`;
  const body = `${random.pick(['Fixes', 'Closes', 'resolves'] as const)} #${number}\n\nSee ${id}.`;
  const pull = { number: fix, title, body, base, opened: { hoursAgo: opened }, labels: [SECURITY] };
  if (random.chance(0.1)) return [{ ...pull, rejected: { hoursAgo: merged } }];
  if (random.chance(0.15)) return [pull];
  const main = { ...pull, merged: { hoursAgo: merged } };
  const release = random.chance(0.6) ? releaseOf(merged) : null;
  return release === null ? [main] : [main, backport(random, main, release, { number, merged })];
}

/** The release supported at that time; earlier ones are not modelled. */
function releaseOf(merged: HoursAgo): Branch | null {
  if (merged < 110 * HOURS) return 'release-26.05';
  return merged > 170 * HOURS && merged < 290 * HOURS ? 'release-25.11' : null;
}

function backport(
  random: Random,
  main: TrackerPull,
  release: Branch,
  { number, merged }: { readonly number: number; readonly merged: HoursAgo },
): TrackerPull {
  const opened = merged - 1;
  const done: { merged?: When } = random.chance(0.85)
    ? { merged: { hoursAgo: opened - Math.ceil(random.next() * 3 * HOURS) } }
    : {};
  return {
    number: main.number + 4,
    title: `[Backport ${release}] ${main.title}`,
    body: `Bot-based backport to \`${release}\`, triggered by a label in #${main.number}.\n\nRelated: #${number}`,
    base: release,
    opened: { hoursAgo: opened },
    labels: [SECURITY],
    ...done,
  };
}

function affectedLines(random: Random, name: string): string[] {
  const version = `${1 + random.below(9)}.${random.below(20)}.0`;
  const channels = ['nixos-unstable', 'nixos-26.05', 'nixpkgs-unstable'].slice(0, 1 + random.below(3));
  return channels.map((channel) => `${name} (${version}@${channel})`);
}

function humanBody(random: Random, { id, description }: Subject): string | null {
  if (random.chance(0.05)) return null;
  return `${description}\n\nhttps://nvd.nist.gov/vuln/detail/${id}`;
}

function labelsOf(random: Random): IssueState['labels'] {
  const level = random.pick(LEVELS);
  return random.chance(0.4) ? [SECURITY, { name: `1.severity: ${level}`, color: 'd93f0b' }] : [SECURITY];
}

function hoursBefore(days: number): HoursAgo {
  return days * (DAY / 3_600_000);
}
