import { printPurl } from '../purl/build.ts';
import { readPurl } from '../purl/parse.ts';
import { type FindingSeverity, SEVERITIES_OF_FINDINGS } from '../sbom/finding-severity.ts';
import { dayOf, yearAfter } from './dates.ts';
import {
  DECISION_LIMITS,
  DECISION_STATUSES,
  type Decision,
  type DecisionEvidence,
  JUSTIFICATIONS,
  type RecordHash,
} from './model.ts';
import { DecisionProblem } from './problem.ts';

const MEMBERS: ReadonlySet<string> = new Set([
  'vulnerability',
  'aliases',
  'package',
  'versions',
  'status',
  'justification',
  'reason',
  'author',
  'decided',
  'expires',
  'evidence',
]);

/** One decision out of an entry of a document; throws `DecisionProblem` with the place where the entry is none. */
export function readDecision(entry: unknown, place: string): Decision {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw refused(place, 'it is not a table');
  const given = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) throw refused(place, `unknown member ${shown(unknown)}`);
  const status = oneOf(given['status'], DECISION_STATUSES);
  if (status === null) throw refused(place, `"status" must be one of ${DECISION_STATUSES.join(', ')}`);
  const justification = given['justification'] === undefined ? null : oneOf(given['justification'], JUSTIFICATIONS);
  if (justification === null && given['justification'] !== undefined)
    throw refused(place, `"justification" must be one of ${JUSTIFICATIONS.join(', ')}`);
  if (justification !== null && status !== 'not_affected')
    throw refused(place, '"justification" requires status not_affected');
  const decided = dateMember(given, 'decided', place);
  const expires = dateMember(given, 'expires', place);
  if (expires > yearAfter(decided)) throw refused(place, `"expires" is more than a year after "decided"`);
  if (expires < decided) throw refused(place, '"expires" is before "decided"');
  return {
    vulnerability: textMember(given, 'vulnerability', place, DECISION_LIMITS.name).trim(),
    aliases: textsMember(given, 'aliases', place, DECISION_LIMITS.aliases) ?? [],
    ...scopeOf(given, place),
    status,
    justification,
    reason: textMember(given, 'reason', place, DECISION_LIMITS.text),
    author: textMember(given, 'author', place, DECISION_LIMITS.name),
    decided,
    expires,
    evidence: given['evidence'] === undefined ? null : evidenceOf(given['evidence'], place),
    place,
  };
}

/** A package URL and versions. A version in the package URL is the one version. */
function scopeOf(given: Readonly<Record<string, unknown>>, place: string): Pick<Decision, 'package' | 'versions'> {
  const { purl, problem } = readPurl(textMember(given, 'package', place, DECISION_LIMITS.name), { tolerant: true });
  if (purl === null) throw refused(place, `"package" is not a valid package URL: ${problem}`);
  const listed = textsMember(given, 'versions', place, DECISION_LIMITS.versions);
  if (listed !== null && purl.version !== null)
    throw refused(place, 'give the version either in "package" or in "versions"');
  const versions = purl.version === null ? (listed ?? []) : [purl.version];
  return { package: printPurl({ ...purl, version: null, subpath: null }), versions };
}

const SHA256 = /^[0-9a-f]{64}$/;

function evidenceOf(given: unknown, place: string): DecisionEvidence {
  if (typeof given !== 'object' || given === null) throw refused(place, '"evidence" must be a table');
  const { affected, severity, exploited, records } = given as Readonly<Record<string, unknown>>;
  if (!Array.isArray(records) || records.length > DECISION_LIMITS.records)
    throw refused(place, `"evidence.records" must be a list of at most ${DECISION_LIMITS.records}`);
  if (affected != null && typeof affected !== 'string') throw refused(place, '"evidence.affected" must be text');
  const rated = severity == null ? null : oneOf(severity, SEVERITIES_OF_FINDINGS);
  if (rated === null && severity != null)
    throw refused(place, '"evidence.severity" must be critical, high, medium or low');
  if (exploited != null && typeof exploited !== 'boolean')
    throw refused(place, '"evidence.exploited" must be true or false');
  return {
    affected: affected ?? null,
    severity: rated satisfies FindingSeverity | null,
    exploited: exploited ?? null,
    records: records.map((record) => recordOf(record, place)),
  };
}

function recordOf(given: unknown, place: string): RecordHash {
  const { source, id, sha256 } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const isNamed = [source, id].every((text) => typeof text === 'string' && text.length <= DECISION_LIMITS.name);
  const isHashed = sha256 == null || (typeof sha256 === 'string' && SHA256.test(sha256));
  if (!isNamed || !isHashed) throw refused(place, 'a record needs "source", "id" and "sha256" (64 hexadecimal digits)');
  return { source: source as string, id: id as string, sha256: sha256 ?? null };
}

function textMember(given: Readonly<Record<string, unknown>>, name: string, place: string, most: number): string {
  const value = given[name];
  if (typeof value !== 'string' || value.trim() === '') throw refused(place, `"${name}" is missing or not text`);
  if (value.length > most) throw refused(place, `"${name}" exceeds ${most} characters`);
  return value;
}

/** A list of texts; null where there is none. An empty one would read as "all", which nobody meant. */
function textsMember(
  given: Readonly<Record<string, unknown>>,
  name: string,
  place: string,
  most: number,
): readonly string[] | null {
  const value = given[name];
  if (value === undefined) return null;
  if (!isTexts(value) || value.length === 0 || value.length > most)
    throw refused(place, `"${name}" must be a list of 1 to ${most} texts`);
  return value;
}

/** A date of TOML, or a text that is one. */
function dateMember(given: Readonly<Record<string, unknown>>, name: string, place: string): string {
  const value = given[name];
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';
  const day = dayOf(text);
  if (day === null) throw refused(place, `"${name}" is missing or not a date like 2026-11-16`);
  return day;
}

function oneOf<T extends string>(value: unknown, words: readonly T[]): T | null {
  return words.find((word) => word === value) ?? null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each.length <= DECISION_LIMITS.name);
}

function refused(place: string, why: string): DecisionProblem {
  return new DecisionProblem(`${place}: ${why}.`);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
