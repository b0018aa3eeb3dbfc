import { list, member, text } from '../ranges/untyped.ts';
import { instantOf } from '../records/instant.ts';
import { isOfRebuild } from '../records/osv-databases.ts';
import { textOf } from '../records/text.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import type { SourceRecord } from './record.ts';
import { cwesOf, MAX_PROSE, MAX_TITLE, MAX_VECTOR, referencesOf } from './record-parts.ts';
import { isReviewed, type RecordDocument, stateOf } from './record-state.ts';

/** A record in the OSV format, of the OSV database or of the advisory database's repository. */
export function readOsvRecord(document: RecordDocument): SourceRecord {
  const { source, value, key } = document;
  const reviewed = isReviewed(document);
  return {
    source,
    id: key,
    state: stateOf(document),
    reviewed,
    title: textOf(member(value, 'summary'), MAX_TITLE),
    description: textOf(member(value, 'details'), MAX_PROSE),
    severities: severitiesOf(document, reviewed),
    weaknesses: [{ by: 'record', cwes: cwesOf(weaknessTexts(value)) }],
    published: instantOf(member(value, 'published')),
    modified: instantOf(member(value, 'modified')),
    references: referencesOf(member(value, 'references')),
    ssvc: null,
    tags: [],
  };
}

/** Either at the top or with each package, says the schema. */
function severitiesOf(document: RecordDocument, reviewed: boolean): SeverityClaim[] {
  const { source, value } = document;
  const origin = reviewed ? 'reviewed_advisory' : 'osv';
  const lists = [value, ...list(member(value, 'affected'))].map((each) => member(each, 'severity'));
  const claims = lists.flatMap((severities) =>
    list(severities).map((severity): SeverityClaim => {
      const score = textOf(member(severity, 'score'), MAX_VECTOR);
      const isVector = text(member(severity, 'type'))?.startsWith('CVSS') === true;
      return isVector ? { origin, source, vector: score } : { origin: 'distribution', source, word: score };
    }),
  );
  const word = textOf(member(member(value, 'database_specific'), 'severity'), 20);
  return [...claims, { origin: isOfRebuild(document) ? 'distribution' : 'word', source, word }];
}

/** OSV has no member for them; GitHub, the malicious packages and curl each put them elsewhere. */
function weaknessTexts(value: unknown): unknown[] {
  const own = member(value, 'database_specific');
  const withPackages = list(member(value, 'affected'))
    .flatMap((affected) => list(member(member(affected, 'database_specific'), 'cwes')))
    .map((cwe) => member(cwe, 'cweId'));
  return [...list(member(own, 'cwe_ids')), ...withPackages, member(member(own, 'CWE'), 'id')];
}
