import { list, member } from '../ranges/untyped.ts';
import { instantOf } from '../records/instant.ts';
import { numberOf, textOf } from '../records/text.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import type { SourceRecord } from './record.ts';
import { readOsvRecord } from './record-osv.ts';
import { cwesOf, MAX_PROSE, MAX_TITLE, MAX_VECTOR, referencesOf } from './record-parts.ts';
import { isRestForm, isReviewed, type RecordDocument, stateOf } from './record-state.ts';

/** An advisory of the advisory database: it speaks OSV in its repository and a form of its own over REST. */
export function readAdvisoryRecord(document: RecordDocument): SourceRecord {
  return isRestForm(document.value) ? readRest(document) : readOsvRecord(document);
}

function readRest(document: RecordDocument): SourceRecord {
  const { value, key } = document;
  const reviewed = isReviewed(document);
  const cwes = list(member(value, 'cwes')).map((cwe) => (typeof cwe === 'string' ? cwe : member(cwe, 'cwe_id')));
  return {
    source: 'advisory',
    id: key,
    state: stateOf(document),
    reviewed,
    title: textOf(member(value, 'summary'), MAX_TITLE),
    description: textOf(member(value, 'description'), MAX_PROSE),
    severities: severitiesOf(value, reviewed),
    weaknesses: [{ by: 'record', cwes: cwesOf(cwes) }],
    published: instantOf(member(value, 'published_at')),
    modified: instantOf(member(value, 'updated_at')),
    references: referencesOf(member(value, 'references')),
    ssvc: null,
    tags: [],
  };
}

function severitiesOf(value: unknown, reviewed: boolean): SeverityClaim[] {
  const origin = reviewed ? 'reviewed_advisory' : 'osv';
  const severities = member(value, 'cvss_severities');
  const scored = ['cvss_v4', 'cvss_v3'].map((version) => member(severities, version));
  const claims = [...scored, member(value, 'cvss')].flatMap((cvss): SeverityClaim[] => {
    // A score of 0 without a vector is how this interface says that there is none.
    const vector = textOf(member(cvss, 'vector_string'), MAX_VECTOR);
    return vector === null ? [] : [{ origin, source: 'advisory', vector, score: numberOf(member(cvss, 'score')) }];
  });
  return [...claims, { origin: 'word', source: 'advisory', word: textOf(member(value, 'severity'), 20) }];
}
