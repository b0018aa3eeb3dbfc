import { exploited, packageOf, range } from '../world/sketch.ts';
import type { Timeline } from '../world/timeline.ts';
import type { Advisory, KevListing, OsvRecord, Severity } from '../world/vulnerability.ts';
import type { Random } from './random.ts';
import type { Story } from './story.ts';
import { ECOSYSTEMS } from './words.ts';

/** GHSA ids have no vowels and no ambiguous characters. */
const GHSA_LETTERS = '23456789cfghjmpqrvwx'.split('');

const ADVISORY_SEVERITY = {
  NONE: 'unknown',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  CRITICAL: 'critical',
} as const satisfies Record<Severity, Advisory['severity']>;

export function advisoryFor(random: Random, story: Story, daysAgo: number): Timeline<Advisory> {
  const reviewed = random.chance(0.6);
  const at = { daysAgo: daysAgo - random.below(2), hour: random.below(24) };
  const packages = reviewed
    ? [packageOf(random.pick(ECOSYSTEMS), story.name, range(story.introduced, story.fixed))]
    : [];
  const set: Advisory = {
    ghsa: `GHSA-${group(random)}-${group(random)}-${group(random)}`,
    type: reviewed ? 'reviewed' : 'unreviewed',
    severity: ADVISORY_SEVERITY[story.score.severity],
    packages,
    scores: [story.score],
  };
  if (!random.chance(0.01)) return [{ at, set }];
  return [
    { at, set },
    { at: { daysAgo: daysAgo - 10 }, set: { withdrawn: true } },
  ];
}

/** A record converted from the CVE list with a commit range, or a distribution's. */
export function osvFor(random: Random, id: string, story: Story, daysAgo: number): Timeline<OsvRecord> {
  const at = { daysAgo: daysAgo - random.below(4), hour: random.below(24), minute: random.below(60) };
  if (random.chance(0.4)) {
    const repo = `https://code.example/${story.vendor}/${story.name}.git`;
    const events = [{ introduced: random.chance(0.5) ? '0' : commit(random) }, { fixed: commit(random) }];
    return [{ at, set: { id, packages: [], commits: [{ type: 'GIT', repo, events }] } }];
  }
  const [prefix, ecosystem, suffix] = random.pick(DISTRIBUTIONS);
  const packages = [packageOf(ecosystem, story.name, range('0', `${story.fixed}${suffix}`, 'ECOSYSTEM'))];
  return [{ at, set: { id: `${prefix}-${id}`, upstream: [id], packages } }];
}

const DISTRIBUTIONS = [
  ['DEBIAN', 'Debian:12', '-1+deb12u1'],
  ['DEBIAN', 'Debian:13', '-2'],
  ['ALPINE', 'Alpine:v3.22', '-r0'],
] as const;

export function kevFor(random: Random, id: string, story: Story, daysAgo: number): Timeline<KevListing> {
  const at = { daysAgo: daysAgo - random.below(60), hour: 14 + random.below(5) };
  return exploited(at, {
    vendorProject: story.vendor,
    product: story.name,
    name: `${story.vendor} ${story.name} Vulnerability`,
    description: `${story.name} ${story.flaw}.`,
    ransomware: random.chance(0.2),
    notes: `https://${story.vendor}.example/security ; https://nvd.nist.gov/vuln/detail/${id}`,
    cwes: story.facts.weaknesses?.flatMap(({ cwe }) => cwe ?? []) ?? [],
  });
}

function group(random: Random): string {
  return Array.from({ length: 4 }, () => random.pick(GHSA_LETTERS)).join('');
}

function commit(random: Random): string {
  return Array.from({ length: 5 }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}
