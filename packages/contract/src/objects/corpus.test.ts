import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corpusFile, corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { Kev } from './exploitation.ts';
import { OsvDetails } from './osv-details.ts';

describe.skipIf(!hasCorpus)('real records', () => {
  it.each(['go', 'rustsec', 'psf', 'pypa', 'haskell', 'drupal', 'bitnami', 'oss-fuzz', 'almalinux'])(
    'of OSV (%s) are details once absent lists are empty',
    async (name) => {
      const refused: string[] = [];
      let count = 0;

      for await (const record of corpusRecords<OsvDetails>(`osv/${name}.jsonl.gz`)) {
        count += 1;
        const result = OsvDetails.safeParse(withLists(record));
        if (!result.success) refused.push(`${record.id}: ${result.error.issues[0]?.path.join('.')}`);
      }

      expect(refused).toEqual([]);
      expect(count).toBeGreaterThan(0);
    },
  );

  it('of the KEV catalog are entries', () => {
    const text = gunzipSync(readFileSync(corpusFile('kev/known_exploited_vulnerabilities.json.gz'))).toString();
    const { vulnerabilities } = JSON.parse(text) as { vulnerabilities: { cveID: string }[] };

    expect(vulnerabilities.filter((entry) => !Kev.safeParse(entry).success).map(({ cveID }) => cveID)).toEqual([]);
  });
});

/** What the details endpoint does to a record before it answers (spec 2.4: these lists are always there). */
function withLists(record: Partial<OsvDetails>): unknown {
  return {
    ...record,
    severity: record.severity ?? [],
    references: record.references ?? [],
    affected: (record.affected ?? []).map((each) => Object.assign({ ranges: [] }, each)),
  };
}
