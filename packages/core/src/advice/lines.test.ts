import { expect, it } from 'vitest';
import { readOsv } from '../ranges/osv.ts';
import { judgeLines } from './lines.ts';
import { preparePackage } from './package-facts.ts';

it('judges a package with a thousand listed versions whose fix is a pre-release', () => {
  const numbers = Array.from({ length: 500 }, (_, i) => i);
  const record = {
    id: 'PYSEC-2021-147',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'thing' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '4.2.0' }, { fixed: '10.0.12.dev1' }] }],
        versions: numbers.flatMap((number) => [`9.${number}.0`, `10.0.1.dev${number}`]),
      },
    ],
  };
  const facts = {
    question: { package: 'thing', version: null, ecosystem: 'PyPI' },
    collection: [],
    issues: [],
    found: readOsv(record).assertions.map((assertion) => ({ assertion, sha256: null })),
    aliases: [],
    records: [],
    sources: [],
  };
  const known = preparePackage(facts);

  const judged = known === null ? null : judgeLines(known, new Set(['PYSEC-2021-147']));

  expect(judged?.lines).toHaveLength(1);
  expect(judged?.issuesAt('10.0.12.dev1')).toEqual([]);
  expect(judged?.issuesAt('9.499.0')).toHaveLength(1);
});
