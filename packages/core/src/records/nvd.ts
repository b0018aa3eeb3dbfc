import { readNvd, readNvdOverrides } from '../ranges/nvd.ts';
import { member } from '../ranges/untyped.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import { type Fields, openFields } from './fields.ts';
import { NOTHING_FURTHER, type RecordDocument, type VulnerabilityRecord } from './model.ts';
import { once } from './once.ts';
import { MAX_PROSE, MAX_VECTOR, MAX_WORD, readCwes, readReferences } from './parts.ts';
import { readState } from './state.ts';
import { toStatements } from './statements.ts';
import { productTargets } from './targets.ts';

/** A record of the NVD API 2.0, bare or wrapped in `{ cve }`. */
export function readNvdRecord(document: RecordDocument): VulnerabilityRecord {
  const cve = member(document.value, 'cve') ?? document.value;
  const read = openFields();
  const reading = once(() => readNvd(cve));
  const statements = once(() => toStatements(document.key, reading().assertions));
  const targets = once(() => productTargets(cve));
  const weaknesses = read
    .list(cve, 'weaknesses')
    .flatMap((weakness) => read.list(weakness, 'description'))
    .map((described) => member(described, 'value'));
  return {
    ...NOTHING_FURTHER,
    source: 'nvd',
    id: document.key,
    state: readState(document),
    statedState: read.text(cve, 'vulnStatus', 40),
    description: read.english(cve, 'descriptions', MAX_PROSE),
    severities: readSeverities(read, member(cve, 'metrics')),
    weaknesses: [{ by: 'record', cwes: readCwes(weaknesses) }],
    published: read.instant(cve, 'published'),
    modified: read.instant(cve, 'lastModified'),
    references: readReferences(read, cve),
    tags: [...new Set(read.list(cve, 'cveTags').flatMap((given) => read.texts(given, 'tags', 64, 20)))].sort(),
    get statements() {
      return statements();
    },
    homes: [],
    disowned: [],
    get targets() {
      return targets();
    },
    get dropped() {
      return [...read.dropped(), ...reading().dropped];
    },
  };
}

/** Anchore adds configurations where NVD has named no product yet, and nothing else. */
export function readNvdOverride(document: RecordDocument): VulnerabilityRecord {
  const { key, value } = document;
  const annotation = member(value, '_annotation');
  const read = openFields();
  const reading = once(() => readNvdOverrides(key, value));
  const statements = once(() => toStatements(key, reading().assertions));
  const targets = once(() => productTargets(value));
  return {
    ...NOTHING_FURTHER,
    source: 'nvd_overrides',
    id: key,
    state: readState(document),
    description: null,
    severities: [],
    weaknesses: [],
    published: null,
    modified: read.instant(annotation, 'modified'),
    references: readReferences(read, annotation),
    get statements() {
      return statements();
    },
    homes: [],
    disowned: [],
    get targets() {
      return targets();
    },
    get dropped() {
      return [...read.dropped(), ...reading().dropped];
    },
  };
}

const METRICS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;

/** NVD's own scores alone: those it copies from the assigner stand in the CVE list, under their author's name. */
function readSeverities(read: Fields, metrics: unknown): SeverityClaim[] {
  return METRICS.flatMap((version) =>
    read.list(metrics, version).flatMap((metric): SeverityClaim[] => {
      if (read.text(metric, 'source', 100) !== 'nvd@nist.gov') return [];
      const data = member(metric, 'cvssData');
      const vector = read.text(data, 'vectorString', MAX_VECTOR);
      // Version 2 has the word outside of its data.
      const word = read.text(data, 'baseSeverity', MAX_WORD) ?? read.text(metric, 'baseSeverity', MAX_WORD);
      return [{ origin: 'nvd', source: 'nvd', vector, score: read.number(data, 'baseScore'), word }];
    }),
  );
}
