import { list, member, text } from '../ranges/untyped.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import { instantOf } from './instant.ts';
import type { SourceRecord } from './record.ts';
import { cwesOf, MAX_PROSE, MAX_VECTOR, referencesOf } from './record-parts.ts';
import { type RecordDocument, stateOf } from './record-state.ts';
import { englishOf, numberOf, textOf, textsOf } from './upstream-text.ts';

/** A record of the NVD API 2.0, bare or wrapped in `{ cve }`. */
export function readNvdRecord(document: RecordDocument): SourceRecord {
  const cve = member(document.value, 'cve') ?? document.value;
  const weaknesses = list(member(cve, 'weaknesses'))
    .flatMap((weakness) => list(member(weakness, 'description')))
    .map((described) => member(described, 'value'));
  return {
    source: 'nvd',
    id: document.key,
    state: stateOf(document),
    reviewed: false,
    title: null,
    description: englishOf(member(cve, 'descriptions'), MAX_PROSE),
    severities: severitiesOf(member(cve, 'metrics')),
    weaknesses: [{ by: 'record', cwes: cwesOf(weaknesses) }],
    published: instantOf(member(cve, 'published')),
    modified: instantOf(member(cve, 'lastModified')),
    references: referencesOf(member(cve, 'references')),
    ssvc: null,
    tags: list(member(cve, 'cveTags')).flatMap((given) => textsOf(member(given, 'tags'), 64, 20)),
  };
}

const METRICS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;

/** NVD's own scores alone: those it copies from the assigner stand in the CVE list, under their author's name. */
function severitiesOf(metrics: unknown): SeverityClaim[] {
  return METRICS.flatMap((version) =>
    list(member(metrics, version)).flatMap((metric): SeverityClaim[] => {
      if (text(member(metric, 'source')) !== 'nvd@nist.gov') return [];
      const data = member(metric, 'cvssData');
      const vector = textOf(member(data, 'vectorString'), MAX_VECTOR);
      // Version 2 has the word outside of its data.
      const word = textOf(member(data, 'baseSeverity') ?? member(metric, 'baseSeverity'), 20);
      return [{ origin: 'nvd', source: 'nvd', vector, score: numberOf(member(data, 'baseScore')), word }];
    }),
  );
}
