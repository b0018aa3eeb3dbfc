import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { readCve } from '../src/ranges/cve.ts';
import { evaluate } from '../src/ranges/evaluate.ts';
import type { Claim, Doubt, Reading } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';

/** What each doubt means among real records. A doubt that turns up and stands not here is a class nobody has looked at. */
const CLASSES: Partial<Record<Doubt, string>> = {
  version_unstated: 'the record states no version (n/a, "-", "see references", "until publication")',
  text_names_product: 'a name in place of a version (QCA6390, Snapdragon 8, SAP_BASIS 740, 1.0-bulbasaur)',
  text_unreadable: 'prose with a condition that is not understood ("before the October release")',
  text_ambiguous: 'several ends without beginnings ("1.2 and below, 2.3 and below")',
  bound_unreadable: 'a bound that begins with a word or is prose (android_13, FW950, "21.4R3, 22.1R2")',
  scheme_unknown: 'an ecosystem without a known order (Homebrew)',
  malformed: 'bounds the wrong way round, or a range without a beginning',
};

/** One in so many; all of them by `CORPUS_SHARE=1 npx vitest run packages/core/test/ranges-corpus.test.ts`. */
const SHARE = Number(process.env['CORPUS_SHARE'] ?? 4);
/** A share of the records is understood a little better or worse than all of them. */
const WHOLE = SHARE === 1;

interface Source {
  readonly name: string;
  readonly files: readonly string[];
  /** The records of one line. */
  readonly records?: (line: Line) => readonly unknown[];
  readonly read: (record: unknown) => Reading;
  /** Among the statements that state something, the least share to be understood. */
  readonly floor: number;
}

interface Line {
  readonly record?: unknown;
  readonly response?: { readonly vulnerabilities?: readonly unknown[] };
}

const OSV =
  'go rustsec julia haskell almalinux bitnami psf drupal homebrew malicious-packages pypa oss-fuzz r-consortium samples';

const SOURCES: readonly Source[] = [
  { name: 'CVE list', files: ['cve-list/records', 'cve-list/samples'], read: readCve, floor: WHOLE ? 0.85 : 0.84 },
  { name: 'OSV', files: OSV.split(' ').map((file) => `osv/${file}`), read: (record) => readOsv(record), floor: 0.999 },
  { name: 'NVD', files: ['nvd/records'], read: readNvd, floor: 0.98 },
  {
    name: 'NVD, whole answers',
    files: ['nvd/api-responses'],
    records: ({ response }) => response?.vulnerabilities ?? [],
    read: readNvd,
    floor: 0.98,
  },
  { name: 'NVD, added configurations', files: ['nvd/anchore-overrides'], read: readNvd, floor: 0.99 },
];

describe.skipIf(!hasCorpus)('every fourth record of the corpus', () => {
  it.each(SOURCES)(
    '$name: is read without a throw, and what is not understood has a name',
    async ({ name, files, records = samplesOf, read, floor }) => {
      const tally = new Map<string, number>();
      const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
      for (const file of files) {
        for await (const line of corpusRecords<Line>(`${file}.jsonl.gz`, SHARE)) {
          for (const record of records(line)) countReading(read(record), count);
        }
      }

      const doubts = Object.keys(CLASSES).filter((doubt) => tally.has(doubt));
      const understood = total(tally, UNDERSTOOD);
      const unstated = tally.get('version_unstated') ?? 0;
      const stated = understood + total(tally, doubts) - unstated;
      const wholly = tally.get('records wholly understood') ?? 0;
      const stating = wholly + (tally.get('records in part') ?? 0) + (tally.get('records not at all') ?? 0);
      console.log(
        [
          `${name}: ${stating} records that state versions, ${tally.get('records silent') ?? 0} that state none`,
          `  records wholly understood ${percent(wholly, stating)}, ${portion(tally, ['records in part', 'records not at all'])}`,
          `  statements understood ${percent(understood, stated)} of ${stated}: ${portion(tally, UNDERSTOOD)}`,
          ...doubts.map((doubt) => `  ${tally.get(doubt)} × ${CLASSES[doubt as Doubt]}`),
          ...[...tally].filter(([what]) => what.startsWith('dropped')).map(([what, times]) => `  ${times} × ${what}`),
          `  ${portion(tally, ['1.0.0 affected', '1.0.0 not_affected', '1.0.0 unknown'])}`,
        ].join('\n'),
      );
      expect(understood / stated).toBeGreaterThan(floor);
      expect(tally.get('proof without a way to overturn it')).toBeUndefined();
      expect([...tally.keys()].filter((what) => what.startsWith('unnamed'))).toEqual([]);
    },
    120_000,
  );
});

const UNDERSTOOD = ['range', 'listed', 'commits'];

function samplesOf(line: Line): readonly unknown[] {
  return [line.record ?? line];
}

function countReading({ assertions, dropped }: Reading, count: (what: string) => void): void {
  let clear = 0;
  let unclear = 0;
  for (const reason of dropped) count(`dropped: ${reason}`);
  for (const assertion of assertions) {
    for (const claim of assertion.claims) {
      for (const what of statementsOf(claim)) {
        count(UNDERSTOOD.includes(what) || what in CLASSES ? what : `unnamed: ${what}`);
        if (UNDERSTOOD.includes(what)) clear += 1;
        else if (what !== 'version_unstated') unclear += 1;
      }
    }
    const { verdict, proof } = evaluate(assertion, { version: '1.0.0' });
    count(`1.0.0 ${verdict}`);
    if (proof.overturn === '') count('proof without a way to overturn it');
  }
  if (clear + unclear === 0) count('records silent');
  else count(unclear === 0 ? 'records wholly understood' : clear === 0 ? 'records not at all' : 'records in part');
}

function statementsOf(claim: Claim): string[] {
  if (claim.type === 'opaque') return [claim.doubt];
  if (claim.type === 'git') return ['commits'];
  if (claim.type === 'range') return ['range'];
  const isReadable = (version: string) =>
    claim.kind === 'git' || claim.scheme === null || claim.scheme.isValid(version);
  return claim.versions.map((version) => (isReadable(version) ? 'listed' : 'text_names_product'));
}

function total(tally: ReadonlyMap<string, number>, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (tally.get(key) ?? 0), 0);
}

function portion(tally: ReadonlyMap<string, number>, keys: readonly string[]): string {
  return keys.map((key) => `${tally.get(key) ?? 0} ${key}`).join(', ');
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}
