import { readOsv } from '../ranges/osv.ts';
import { member, text } from '../ranges/untyped.ts';
import { ratingOfWord } from '../scores/rating.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import { type Fields, openFields } from './fields.ts';
import { type AdvisoryType, NOTHING_FURTHER, type RecordDocument, UNDATED, type VulnerabilityRecord } from './model.ts';
import { once } from './once.ts';
import { isOfRebuild } from './osv-databases.ts';
import {
  findHomes,
  MAX_ID,
  MAX_IDS,
  MAX_PROSE,
  MAX_TITLE,
  MAX_VECTOR,
  MAX_WORD,
  readCwes,
  readReferences,
} from './parts.ts';
import { readState } from './state.ts';
import { toStatements } from './statements.ts';

/** A record in the OSV format (schema 1.x), of the OSV database or of the advisory database's repository. */
export function readOsvRecord(document: RecordDocument): VulnerabilityRecord {
  const { source, value, key } = document;
  const read = openFields();
  const affected = read.list(value, 'affected');
  const aliases = read.texts(value, 'aliases', MAX_ID, MAX_IDS);
  const type = advisoryType(key, aliases, reviewedWord(value));
  const reading = once(() => readOsv(value, source));
  const statements = once(() => toStatements(key, reading().assertions));
  return {
    ...NOTHING_FURTHER,
    source,
    id: key,
    state: readState(document),
    withdrawnAt: withdrawnAt(read, value, 'withdrawn'),
    type,
    aliases,
    upstream: read.texts(value, 'upstream', MAX_ID, MAX_IDS),
    related: read.texts(value, 'related', MAX_ID, MAX_IDS),
    title: read.text(value, 'summary', MAX_TITLE),
    description: read.text(value, 'details', MAX_PROSE),
    severities: readSeverities(read, document, type),
    weaknesses: [{ by: 'record', cwes: readCwes(weaknessTexts(read, value, affected)) }],
    published: read.instant(value, 'published'),
    modified: read.instant(value, 'modified'),
    references: readReferences(read, value),
    get statements() {
      return statements();
    },
    homes: findHomes(listRepositories(affected)),
    targets: [],
    disowned: [],
    get dropped() {
      return [...read.dropped(), ...reading().dropped];
    },
  };
}

/** Whether the record was reviewed: a flag of GitHub's in OSV, the type over REST. */
export function reviewedWord(value: unknown): string | null {
  const flag = member(member(value, 'database_specific'), 'github_reviewed');
  return flag === true ? 'reviewed' : flag === false ? 'unreviewed' : null;
}

/**
 * A review decides. Without one, a record that is, or is called by, an id of the malicious packages is malware; and nothing is
 * assumed of one that does not say.
 */
export function advisoryType(id: string, aliases: readonly string[], stated: string | null): AdvisoryType | null {
  if (stated === 'reviewed' || stated === 'malware') return stated;
  if ([id, ...aliases].some((each) => each.startsWith('MAL-'))) return 'malware';
  return stated === 'unreviewed' ? stated : null;
}

/** Withdrawn in words that are no date is withdrawn all the same. */
export function withdrawnAt(read: Fields, value: unknown, name: string): string | null {
  return read.instant(value, name) ?? (text(member(value, name)) === null ? null : UNDATED);
}

/**
 * Vectors and a distribution's own ratings, at the top or with each package, says the schema. A word in the database's own part
 * is the rebuilder's where he gives no rating of his own kind, and any other's word besides.
 */
function readSeverities(read: Fields, document: RecordDocument, type: AdvisoryType | null): SeverityClaim[] {
  const { source, value } = document;
  const origin = type === 'reviewed' ? 'reviewed_advisory' : 'osv';
  const affected = read.list(value, 'affected');
  const claims = [value, ...affected].flatMap((holder) =>
    read.list(holder, 'severity').flatMap((severity): SeverityClaim[] => {
      const score = read.text(severity, 'score', MAX_VECTOR);
      if (score === null) return [];
      const isVector = read.text(severity, 'type', MAX_WORD)?.startsWith('CVSS') === true;
      return [isVector ? { origin, source, vector: score } : { origin: 'distribution', source, word: score }];
    }),
  );
  const rebuilt = isOfRebuild(document) && !claims.some((claim) => claim.origin === 'distribution');
  const wordOrigin = rebuilt ? 'distribution' : 'word';
  const words = [value, ...affected].flatMap((holder) =>
    WORDS.map(([part, name]) => member(member(holder, part), name)),
  );
  for (const word of new Set(words.filter(isRating))) claims.push({ origin: wordOrigin, source, word });
  return claims;
}

/** Where databases put a rating in a word: GitHub and Bitnami in the first, OSS-Fuzz in the second, Debian in the third. */
const WORDS = [
  ['database_specific', 'severity'],
  ['ecosystem_specific', 'severity'],
  ['ecosystem_specific', 'urgency'],
] as const;

function isRating(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_WORD && ratingOfWord(value) !== null;
}

/** OSV has no member for them; GitHub, the malicious packages and curl each put them elsewhere. */
function weaknessTexts(read: Fields, value: unknown, affected: readonly unknown[]): unknown[] {
  const own = member(value, 'database_specific');
  const withPackages = affected.flatMap((each) => read.list(member(each, 'database_specific'), 'cwes'));
  return [
    ...read.list(own, 'cwe_ids'),
    ...withPackages.map((cwe) => member(cwe, 'cweId')),
    member(member(own, 'CWE'), 'id'),
  ];
}

function* listRepositories(affected: readonly unknown[]): Generator<unknown> {
  for (const each of affected) {
    const ranges = member(each, 'ranges');
    if (!Array.isArray(ranges)) continue;
    for (const range of ranges as unknown[]) yield member(range, 'repo');
  }
}
