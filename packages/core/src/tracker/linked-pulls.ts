import { groupByKeys } from '../ids/group-by-keys.ts';
import { type IssueFacts, type PullFacts, subjectsOf } from './tracked.ts';

/**
 * Why a pull request stands with an issue, nearest first: its text closes the issue, it names a CVE of the issue, it brings
 * such a pull request to a release, or the issue's timeline points to it.
 */
export const PULL_RELATIONS = ['closes', 'names_cve', 'backport', 'linked'] as const;
export type PullRelation = (typeof PULL_RELATIONS)[number];

export interface LinkedPull<P extends PullFacts = PullFacts> {
  readonly pull: P;
  readonly relation: PullRelation;
}

/** One that fixes the issue, be it merged or not. */
export interface FixingPull<P extends PullFacts = PullFacts> extends LinkedPull<P> {
  readonly relation: Exclude<PullRelation, 'linked'>;
}

/** Pull requests by what leads to them. */
export interface PullIndex<P extends PullFacts = PullFacts> {
  /** Those of an issue, nearest relation first, then by number. */
  of(issue: IssueFacts): readonly LinkedPull<P>[];
}

/** A timeline's pointer. */
export interface PullLink {
  readonly issue: number;
  readonly pull: number;
}

export function indexPulls<P extends PullFacts>(pulls: readonly P[], links: readonly PullLink[]): PullIndex<P> {
  const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
  const closing = lookup(pulls, ({ closes }) => closes);
  const naming = lookup(pulls, ({ cves }) => cves);
  const backports = lookup(pulls, ({ backportOf }) => (backportOf === null ? [] : [backportOf]));
  const linked = lookup(links, ({ issue }) => [issue]);
  return {
    of(issue) {
      const found = new Map<number, LinkedPull<P>>();
      const add = (relation: PullRelation) => (pull: P) => {
        if (!found.has(pull.number)) found.set(pull.number, { pull, relation });
      };
      closing(issue.number).forEach(add('closes'));
      for (const cve of subjectsOf(issue)) naming(cve).forEach(add('names_cve'));
      for (const number of found.keys()) backports(number).forEach(add('backport'));
      for (const { pull } of linked(issue.number)) {
        const pointed = byNumber.get(pull);
        if (pointed !== undefined) add('linked')(pointed);
      }
      return [...found.values()].toSorted((a, b) => rank(a) - rank(b) || a.pull.number - b.pull.number);
    },
  };
}

function rank({ relation }: LinkedPull): number {
  return PULL_RELATIONS.indexOf(relation);
}

/** A pull request that is only pointed to may be about anything: it does not count as a fix. */
export function isFix<P extends PullFacts>(linked: LinkedPull<P>): linked is FixingPull<P> {
  return linked.relation !== 'linked';
}

function lookup<T, K>(items: readonly T[], keysOf: (item: T) => readonly K[]): (key: K) => readonly T[] {
  const groups = groupByKeys(items, keysOf);
  return (key) => groups.get(key) ?? [];
}
