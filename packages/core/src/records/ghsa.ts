import { packageOfVulnerability, readAdvisory } from '../ranges/advisory.ts';
import { list, member, text } from '../ranges/untyped.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import { type Fields, openFields } from './fields.ts';
import { type AdvisoryType, NOTHING_FURTHER, type RecordDocument, type VulnerabilityRecord } from './model.ts';
import { once } from './once.ts';
import { advisoryType, readOsvRecord, reviewedWord, withdrawnAt } from './osv.ts';
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
import { isRestForm, readState } from './state.ts';
import { subjectKey, toStatements } from './statements.ts';
import { readText } from './text.ts';

/** An advisory of the advisory database: it speaks OSV in its repository and a form of its own over REST. */
export function readGhsaRecord(document: RecordDocument): VulnerabilityRecord {
  return isRestForm(document.value) ? readRest(document) : readOsvRecord(document);
}

/** Whether a person at the advisory database has read it over, and it says so. */
export function isReviewed({ value }: Pick<RecordDocument, 'value'>): boolean {
  const stated = isRestForm(value) ? text(member(value, 'type'))?.toLowerCase() : reviewedWord(value);
  return stated === 'reviewed';
}

function readRest(document: RecordDocument): VulnerabilityRecord {
  const { value, key } = document;
  const read = openFields();
  const aliases = readIdentifiers(read, value);
  const type = advisoryType(key, aliases, read.text(value, 'type', MAX_WORD)?.toLowerCase() ?? null);
  const cwes = read.list(value, 'cwes').map((cwe) => (typeof cwe === 'string' ? cwe : member(cwe, 'cwe_id')));
  const reading = once(() => readAdvisory(value));
  const statements = once(() => toStatements(key, reading().assertions, patchedBy(value)));
  return {
    ...NOTHING_FURTHER,
    source: 'advisory',
    id: key,
    state: readState(document),
    withdrawnAt: withdrawnAt(read, value, 'withdrawn_at'),
    type,
    aliases,
    title: read.text(value, 'summary', MAX_TITLE),
    description: read.text(value, 'description', MAX_PROSE),
    severities: readSeverities(read, value, type),
    weaknesses: [{ by: 'record', cwes: readCwes(cwes) }],
    published: read.instant(value, 'published_at'),
    modified: read.instant(value, 'updated_at'),
    references: readReferences(read, value),
    get statements() {
      return statements();
    },
    homes: findHomes([member(value, 'source_code_location')]),
    targets: [],
    disowned: [],
    get dropped() {
      return [...read.dropped(), ...reading().dropped];
    },
  };
}

function readIdentifiers(read: Fields, value: unknown): string[] {
  const cve = read.text(value, 'cve_id', MAX_ID);
  const others = read.list(value, 'identifiers').map((identifier) => read.text(identifier, 'value', MAX_ID));
  return [...new Set([cve, ...others].filter((id) => id !== null))].slice(0, MAX_IDS);
}

function readSeverities(read: Fields, value: unknown, type: AdvisoryType | null): SeverityClaim[] {
  const origin = type === 'reviewed' ? 'reviewed_advisory' : 'osv';
  const severities = member(value, 'cvss_severities');
  const scored = ['cvss_v4', 'cvss_v3'].map((version) => member(severities, version));
  const claims = [...scored, member(value, 'cvss')].flatMap((cvss): SeverityClaim[] => {
    // A score of 0 without a vector is how this interface says that there is none.
    const vector = read.text(cvss, 'vector_string', MAX_VECTOR);
    return vector === null ? [] : [{ origin, source: 'advisory', vector, score: read.number(cvss, 'score') }];
  });
  const word = read.text(value, 'severity', MAX_WORD);
  return word === null ? claims : [...claims, { origin: 'word', source: 'advisory', word }];
}

const MAX_VERSION = 200;
const MAX_PATCHED = 50;

/** The versions that an advisory calls patched: a range that ends with an affected version names none. */
function patchedBy(value: unknown): ReadonlyMap<string, readonly string[]> {
  const patched = new Map<string, string[]>();
  for (const vulnerability of list(member(value, 'vulnerabilities'))) {
    const subject = packageOfVulnerability(vulnerability);
    const stated = member(vulnerability, 'first_patched_version');
    const version = readText(text(stated) ?? member(stated, 'identifier'), MAX_VERSION);
    if (subject === null || version === null) continue;
    const known = patched.get(subjectKey(subject)) ?? [];
    if (known.length < MAX_PATCHED) known.push(version);
    patched.set(subjectKey(subject), known);
  }
  return patched;
}
