import type { RecordDocument } from '@almanac/core';
import type { Difference } from './records-differential.ts';

/** A kind of difference between the old readers and the new one, with the right answer. */
interface Kind {
  readonly kind: string;
  readonly right: string;
  holds(difference: Difference, document: RecordDocument): boolean;
}

/** Every kind that real records show. A difference of none of these fails the test. */
export const KINDS: readonly Kind[] = [
  {
    kind: 'a severity claim without a vector, a score or a word that rates',
    right: 'new: a claim that says nothing is none',
    holds: ({ where, old, now }) => where === 'dossier severities' && same(saying(old), now),
  },
  {
    kind: 'a rating in a word of the CVE list, of OSS-Fuzz or of a package',
    right: 'new: it rates where no vector does',
    holds: ({ where, old, now }) =>
      (where === 'dossier severities' && includes(now, saying(old))) || (where.endsWith('.severity') && old === null),
  },
  {
    kind: 'a distribution’s own rating beside another word (Ubuntu: low, severity: high)',
    right: 'new, as the advisory table: the rating of type Ubuntu goes first, by the documented order',
    holds: ({ where, old }, { key }) =>
      where === 'dossier severities' && Array.isArray(old) && /^(UBUNTU|USN)/.test(key),
  },
  {
    kind: 'a GHSA that does not say whether it was reviewed',
    right: 'new, as the advisory table: not known to be reviewed',
    holds: ({ where, old, now }, { key, value }) =>
      (where === 'dossier reviewed' || where === 'dossier severities') &&
      key.startsWith('GHSA-') &&
      !JSON.stringify(value).includes('"github_reviewed"') &&
      !same(old, now),
  },
  {
    kind: 'a reviewed GHSA with a MAL alias',
    right: 'new, as the dossier: reviewed',
    holds: ({ where, old, now }) => where === 'advisory.type' && old === 'malware' && now === 'reviewed',
  },
  {
    kind: 'the label of the type malware at such an advisory',
    right: 'new: the MAL record has it, and both are one vulnerability',
    holds: ({ where, old, now }) =>
      where === 'search.labels' && includes(old, now) && same(without(old, 't=malware'), now),
  },
  {
    kind: 'the same statement by the assigner and by CISA, or twice by one',
    right: 'new: one statement',
    holds: ({ where, old, now }, { source }) =>
      (where === 'dossier statements' && Number(old) > Number(now)) ||
      (where === 'affected' && source === 'cve_list_v5' && sizeOf(now) < sizeOf(old) && includes(old, now)),
  },
  {
    kind: 'a product that a record names by CPE alone',
    right: 'new: it is found by that name, too',
    holds: ({ where, old, now }, { source }) =>
      source === 'cve_list_v5' &&
      ((where === 'search.labels' && includes(now, old)) ||
        (where === 'search.names' && includes(words(now), words(old)))),
  },
  {
    kind: 'a build of a vendor that is a distribution; a package beside builds; a package with an upstream record',
    right: 'new: each statement by its own subject, not by its database',
    holds: ({ where }) => where === 'dossier rebuild',
  },
  {
    kind: 'SSVC by an assigner beside CISA’s',
    right: 'new: CISA’s',
    holds: ({ where }, { source }) =>
      source === 'cve_list_v5' &&
      (where === 'dossier ssvc' || /^cve\.(exploitation|automatable|technical)/.test(where)),
  },
];

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function includes(whole: unknown, part: unknown): boolean {
  if (!Array.isArray(whole) || !Array.isArray(part)) return false;
  const known = new Set(whole.map((each) => JSON.stringify(each)));
  return part.every((each) => known.has(JSON.stringify(each)));
}

function saying(claims: unknown): unknown[] {
  return (claims as { vector?: unknown; score?: unknown; word?: unknown }[]).filter(
    ({ vector, score, word }) => vector != null || score != null || (word != null && word !== 'Unknown'),
  );
}

function without(list: unknown, item: string): unknown[] {
  return (list as string[]).filter((each) => each !== item);
}

function sizeOf(list: unknown): number {
  return (list as unknown[]).length;
}

function words(text: unknown): string[] {
  return [
    ...new Set(
      String(text)
        .toLowerCase()
        .split(/[\s_]+/),
    ),
  ];
}
