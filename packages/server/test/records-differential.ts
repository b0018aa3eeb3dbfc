import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type RecordDocument, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core';
import { corpusFile } from '../../../test/corpus.ts';
import { packageClaims } from '../../core/src/dossier/package-claims.ts';
import { readRecord } from '../../core/src/dossier/record.ts';
import { advisoryRows } from '../src/projections/advisory.ts';
import { affectedRows } from '../src/projections/affected/rows.ts';
import { aliasRows } from '../src/projections/aliases.ts';
import { cveRows } from '../src/projections/cve.ts';
import { nvdRows } from '../src/projections/nvd.ts';
import { relationRows } from '../src/projections/relations.ts';
import { searchRows } from '../src/projections/search.ts';
import { weaknessRows } from '../src/projections/weakness.ts';
import { advisoryRows as oldAdvisoryRows } from './old-readers/advisory.ts';
import { affectedRows as oldAffectedRows } from './old-readers/affected-rows.ts';
import { aliasRows as oldAliasRows } from './old-readers/aliases.ts';
import { cveRows as oldCveRows } from './old-readers/cve.ts';
import { nvdRows as oldNvdRows } from './old-readers/nvd.ts';
import { relationRows as oldRelationRows } from './old-readers/relations.ts';
import { searchRows as oldSearchRows } from './old-readers/search.ts';
import { weaknessRows as oldWeaknessRows } from './old-readers/weakness.ts';

type Source = RecordDocument['source'];

/** One member of one reader in which the old and the new reading differ. */
export interface Difference {
  readonly where: string;
  readonly old: unknown;
  readonly now: unknown;
}

export function* corpusDocuments(step: number): Generator<RecordDocument> {
  let at = 0;
  for (const [source, files] of FILES) {
    for (const file of files) {
      for (const line of linesOf(file)) {
        at += 1;
        if (at % step !== 0) continue;
        const parsed = JSON.parse(line) as Any;
        const values = parsed.response?.vulnerabilities ?? [parsed.record ?? parsed];
        for (const value of values) {
          const key = value?.id ?? value?.cve?.id ?? value?.cveMetadata?.cveId ?? value?.ghsa_id;
          if (typeof key === 'string') yield { source, key, value };
        }
      }
    }
  }
}

interface Any {
  readonly id?: unknown;
  readonly ghsa_id?: unknown;
  readonly cve?: { readonly id?: unknown };
  readonly cveMetadata?: { readonly cveId?: unknown };
  readonly record?: Any;
  readonly response?: { readonly vulnerabilities?: Any[] };
}

const OSV =
  'go rustsec julia haskell almalinux bitnami psf drupal homebrew malicious-packages pypa oss-fuzz r-consortium samples';
const FILES: readonly (readonly [Source, readonly string[]])[] = [
  ['cve_list_v5', ['cve-list/records', 'cve-list/samples', 'cve-list/previous-quarter']],
  ['nvd', ['nvd/records', 'nvd/api-responses']],
  ['osv', OSV.split(' ').map((name) => `osv/${name}`)],
  // The repository of the advisory database speaks OSV.
  ['advisory', ['osv/samples']],
];

function* linesOf(file: string): Generator<string> {
  const bytes = gunzipSync(readFileSync(corpusFile(`${file}.jsonl.gz`)));
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    yield bytes.toString('utf8', at, end === -1 ? bytes.length : end);
    at = end === -1 ? bytes.length : end + 1;
  }
}

export function differencesOf(document: RecordDocument): Difference[] {
  const now = readVulnerabilityRecord(document);
  return [...ofDossier(document, now), ...ofProjections(document, now)];
}

function ofDossier(document: RecordDocument, now: VulnerabilityRecord): Difference[] {
  const old = readRecord(document);
  const { reviewed, description, ...rest } = old;
  const found = Object.entries(rest).flatMap(([name, value]) =>
    compared(`dossier ${name}`, value, now[name as keyof VulnerabilityRecord]),
  );
  found.push(...compared('dossier reviewed', reviewed, now.type === 'reviewed'));
  found.push(...compared('dossier description', description, now.description ?? now.rejectedReason));
  const claims = packageClaims(document);
  found.push(...compared('dossier statements', claims.length, now.statements.length));
  if (claims.length === now.statements.length) {
    found.push(
      ...compared(
        'dossier fixes',
        claims.map(({ fixes }) => fixes.versions),
        now.statements.map(({ fixes }) => fixes.versions),
      ),
      ...compared(
        'dossier subjects',
        claims.map(({ assertion }) => assertion.subject),
        now.statements.map(({ subject }) => subject),
      ),
      ...compared(
        'dossier rebuild',
        claims.map(({ rebuild }) => rebuild),
        now.statements.map(({ kind }) => kind === 'build' || kind === 'repackaging'),
      ),
    );
  }
  return found;
}

function ofProjections(document: RecordDocument, now: VulnerabilityRecord): Difference[] {
  const { source, value } = document;
  const pairs: [string, readonly object[], readonly object[]][] = [
    ['affected', oldAffectedRows(source, value, document).rows, affectedRows(now).rows],
    ['weakness', oldWeaknessRows(source, value, document).rows, weaknessRows(now).rows],
  ];
  if (source === 'nvd') pairs.push(['nvd', oldNvdRows(value, document).rows, nvdRows(now).rows]);
  else pairs.push(['search', oldSearchRows(source, value, document).rows, searchRows(now).rows]);
  if (source === 'cve_list_v5') pairs.push(['cve', oldCveRows(value, document).rows, cveRows(now).rows]);
  if (source === 'osv' || source === 'advisory') {
    pairs.push(
      ['advisory', oldAdvisoryRows(source, value, document).rows, advisoryRows(now).rows],
      ['aliases', oldAliasRows(source, value, document).rows, aliasRows(now).rows],
    );
  }
  if (source === 'osv') pairs.push(['relations', oldRelationRows(value).rows, relationRows(now).rows]);
  return pairs.flatMap(([table, before, after]) => {
    if (before.length !== 1 || after.length !== 1 || table === 'affected') return compared(table, before, after);
    return Object.keys(before[0] ?? {}).flatMap((column) =>
      compared(`${table}.${column}`, before[0]?.[column as never], after[0]?.[column as never]),
    );
  });
}

function compared(where: string, old: unknown, now: unknown): Difference[] {
  return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ where, old, now }];
}
