import { crc32 } from 'node:zlib';
import type { GivenRecord } from '../feed/from-records.ts';
import { issueObject } from '../nixpkgs/objects.ts';
import { SECURITY, type TrackerIssue, trackerBody } from '../world/tracker.ts';
import { DAY } from '../world/when.ts';
import type { CveFacts } from './cve-facts.ts';
import type { Pair } from './pairs.ts';

const FIRST_NUMBER = 100_000;
const NUMBERS = 300_000;
const PEOPLE = ['ada', 'brook', 'cleo', 'dora', 'emil'] as const;
/** For issues about a CVE without a date. */
const SOME_DAY = '2024-01-15';

export interface IssueSubject extends Pair {
  readonly severity: CveFacts['severity'];
  readonly published: string | null;
  /** The version in nixpkgs. */
  readonly version: string | null;
}

/**
 * Makes an issue per pair, in the REST API's form. Everything is derived: the number and whether it is closed (one in
 * three) from a checksum, the day from the CVE's publication, the label from its severity. The text is ours.
 */
export function issueRecords(subjects: readonly IssueSubject[]): readonly GivenRecord[] {
  const taken = new Set<number>();
  return subjects.map((subject) => {
    const sum = crc32(`${subject.cve} ${subject.attribute}`);
    let number = FIRST_NUMBER + (sum % NUMBERS);
    while (taken.has(number)) number += 1;
    taken.add(number);
    return { id: `issue/${number}`, record: issueOf(subject, number, sum) };
  });
}

function issueOf(subject: IssueSubject, number: number, sum: number): Readonly<Record<string, unknown>> {
  const { cve, attribute, severity, published, version } = subject;
  const since = Date.parse(published ?? SOME_DAY);
  const opened = since + (1 + (sum % 5)) * DAY;
  const closed = opened + (2 + (sum % 40)) * DAY;
  const isClosed = sum % 3 === 0;
  const byTracker = sum % 2 === 0;
  const words = severity === null ? 'a vulnerability without a rating' : `a vulnerability of ${severity} severity`;
  const told = `${cve} describes ${words} that concerns this package.`;
  const set = {
    title: byTracker ? `${cve}: ${attribute}: ${words}` : `${attribute}: ${cve}`,
    body: byTracker
      ? trackerBody(cve, told, version === null ? [] : [`${attribute} (${version}@nixos-unstable)`])
      : `${told}\n\nhttps://nvd.nist.gov/vuln/detail/${cve}`,
    labels: severity === null ? [SECURITY] : [SECURITY, { name: `1.severity: ${severity}`, color: 'd93f0b' }],
    state: 'open' as const,
  };
  const issue: TrackerIssue = {
    number,
    author: byTracker ? 'tracker-bot' : (PEOPLE[sum % PEOPLE.length] ?? null),
    story: isClosed
      ? [
          { at: day(opened), set },
          { at: day(closed), set: { state: 'closed', reason: 'completed' } },
        ]
      : [{ at: day(opened), set }],
  };
  const state = isClosed ? { ...set, state: 'closed' as const, reason: 'completed' as const } : set;
  return issueObject(issue, state, isClosed ? closed : opened, 0);
}

function day(instant: number): { readonly on: string } {
  return { on: new Date(instant).toISOString().slice(0, 10) };
}
