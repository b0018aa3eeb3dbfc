import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { SourceId } from '@almanac/contract';
import { factOfRecord, packRecordFact, recordFactOf, unpackRecordFact } from '@almanac/core/matching';
import {
  type Assertion,
  coarseBounds,
  evaluate,
  mayInclude,
  packAssertion,
  unpackAssertion,
} from '@almanac/core/ranges';
import { readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../test/corpus.ts';
import { advisoryRows } from '../../src/projections/advisory.ts';
import { affectedRows } from '../../src/projections/affected/rows.ts';
import { aliasRows } from '../../src/projections/aliases.ts';
import { cveRows } from '../../src/projections/cve.ts';
import { epssDay } from '../../src/projections/epss.ts';
import { nvdRows } from '../../src/projections/nvd.ts';
import { packageKey, productKey } from '../../src/projections/package-name.ts';
import { searchRows } from '../../src/projections/search.ts';
import type { Projected } from '../../src/projections/version.ts';
import { weaknessRows } from '../../src/projections/weakness.ts';
import { scoresOfEvidence } from '../../src/sources/epss/evidence.ts';

const OSV =
  'go rustsec julia haskell almalinux bitnami psf drupal homebrew malicious-packages pypa oss-fuzz r-consortium';

type Project = (record: VulnerabilityRecord) => Projected<unknown>;

const PROJECTORS: Readonly<Record<string, readonly [string, Project][]>> = {
  cve_list_v5: [
    ['affected', affectedRows],
    ['cve', cveRows],
    ['weakness', weaknessRows],
    ['search', searchRows],
  ],
  nvd: [
    ['affected', affectedRows],
    ['nvd', nvdRows],
    ['weakness', weaknessRows],
  ],
  osv: [
    ['affected', affectedRows],
    ['advisory', advisoryRows],
    ['weakness', weaknessRows],
    ['search', searchRows],
    ['aliases', aliasRows],
  ],
};

const FILES: Readonly<Record<string, readonly string[]>> = {
  cve_list_v5: ['cve-list/records'],
  nvd: ['nvd/records'],
  osv: OSV.split(' ').map((name) => `osv/${name}`),
};

interface AnyRecord {
  readonly id?: string;
  readonly cve?: { readonly id: string };
  readonly cveMetadata?: { readonly cveId: string };
}

/** One in so many; all of them by `CORPUS_SHARE=1 npx vitest run packages/server/test/store/projections-corpus.test.ts`. */
const SHARE = Number(process.env['CORPUS_SHARE'] ?? 20);

/** All at once: half of the time goes into reading, and reading line by line would double it. */
function* corpus(source: SourceId): Generator<{ key: string; value: AnyRecord }> {
  for (const name of FILES[source] ?? []) {
    const bytes = gunzipSync(readFileSync(corpusFile(`${name}.jsonl.gz`)));
    let line = 0;
    for (let at = 0, end = 0; at < bytes.length; at = end === -1 ? bytes.length : end + 1) {
      end = bytes.indexOf(10, at);
      line += 1;
      if (line % SHARE !== 0) continue;
      const value = JSON.parse(bytes.toString('utf8', at, end)) as AnyRecord;
      yield { key: value.id ?? value.cve?.id ?? value.cveMetadata?.cveId ?? '', value };
    }
  }
}

describe.skipIf(!hasCorpus)('real records', () => {
  it.each(['cve_list_v5', 'nvd', 'osv'] as const)(
    'of %s come to rows that say the same',
    { timeout: 120_000 },
    (source) => {
      const totals = new Map<string, { rows: number; dropped: number; ms: number }>();
      const checks: Checks = { asked: 0, shutOut: 0, wrong: [] };
      let records = 0;
      for (const { key, value } of corpus(source)) {
        records += 1;
        const record = readVulnerabilityRecord({ source, key, value });
        for (const [name, project] of PROJECTORS[source] ?? []) {
          const total = totals.get(name) ?? { rows: 0, dropped: 0, ms: 0 };
          const started = process.cpuUsage().user;
          const { rows, dropped } = project(record);
          total.ms += (process.cpuUsage().user - started) / 1_000;
          total.rows += rows.length;
          total.dropped += dropped;
          totals.set(name, total);
        }
        const withdrawn = records % 7 === 0;
        const packed = packRecordFact(factOfRecord(record));
        if (
          !isDeepStrictEqual(
            unpackRecordFact(packed, { source, id: key, withdrawn }),
            recordFactOf({ source, key, value, withdrawn }),
          )
        ) {
          checks.wrong.push(`the facts of ${key}`);
        }
        if (records % 10 === 0) for (const assertion of record.statements.slice(0, 10)) check(assertion, checks);
      }

      console.log(
        `${source}: ${records} records; ${checks.asked} questions, ${checks.shutOut} answered by coarse bounds`,
      );
      for (const [name, { rows, dropped, ms }] of totals)
        console.log(`  ${name.padEnd(9)} ${rows} rows, ${dropped} dropped, ${Math.round(ms)} ms of CPU`);
      const main = source === 'osv' ? 'advisory' : source === 'nvd' ? 'nvd' : 'cve';
      expect(totals.get(main)?.rows).toBe(records);
      expect(totals.get('affected')?.rows).toBeGreaterThan(records / 2);
      expect(checks.wrong).toEqual([]);
      expect(checks.shutOut).toBeGreaterThan(100);
    },
  );

  it('of EPSS are all read', () => {
    const file = readFileSync(corpusFile('epss/epss_scores-2026-08-16.csv.gz'));

    const day = epssDay(scoresOfEvidence(file, '2026-08-16')!);

    expect([day.scoredOn, day.cveIds.length]).toEqual(['2026-08-16', 360_142]);
  });
});

interface Checks {
  asked: number;
  shutOut: number;
  readonly wrong: string[];
}

/** An entry is evaluated from its row as from its record, and no coarse bound shuts out a version that is not clean. */
function check(assertion: Assertion, checks: Checks): void {
  const { subject, withdrawn, record } = assertion;
  const { ecosystem, vendor, name } = subject;
  const filed = ecosystem === null ? productKey(vendor, name) : packageKey(ecosystem, name);
  const facts = { ...filed, source: record.source, recordKey: record.id, withdrawn };
  const rebuilt = unpackAssertion(packAssertion(assertion, filed), facts);
  const bounds = coarseBounds(assertion);
  for (const version of versionsNear(assertion)) {
    const expected = evaluate(assertion, { version });
    const found = evaluate(rebuilt, { version });
    checks.asked += 1;
    if (JSON.stringify(found) !== JSON.stringify(expected)) checks.wrong.push(`${record.id} ${version}`);
    if (mayInclude(bounds, version)) continue;
    checks.shutOut += 1;
    if (expected.verdict !== 'not_affected') checks.wrong.push(`${record.id} ${version} is shut out`);
  }
}

/** Versions that the assertion names, and some beside them. */
function versionsNear({ claims }: Assertion): string[] {
  const named = claims.flatMap((claim) => {
    if (claim.type === 'list') return claim.versions.slice(0, 5);
    return claim.type === 'opaque' ? [claim.text] : claim.events.slice(0, 6).map(({ version }) => version);
  });
  const near = named
    .slice(0, 12)
    .flatMap((version) => [version, `${version}.1`, `${version}-rc1`, `v${version}`, `${version}.x`]);
  return [...new Set([...near, '0', '1.0', '9999.0', 'abc', '1:2.3-4'])];
}
