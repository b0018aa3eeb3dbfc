import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Corpus, type CorpusPackage, openCorpus, type Pair } from '@almanac/twins';
import { corpusRoot, hasCorpus } from '../../../../test/corpus.ts';
import { bundleOf, packageAsked } from './bundle.ts';
import { Collection, candidatesOf } from './candidates.ts';
import { folded, formsOf } from './names.ts';
import { readVulnerabilities, Vulnerability } from './records.ts';
import { type Drawn, draw, pairOf } from './selection.ts';
import type { JudgedCase, OsvRecord } from './shapes.ts';
import { drawStrata, withFuzzed } from './strata.ts';

const CASES_PER_CHUNK = 60;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    not: { type: 'string', multiple: true, default: [] },
    cases: { type: 'string' },
    strata: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
await main();

/** Draws a batch of cases by the rule of README.md, or takes given ones, and writes them, with what is to be read, into a folder. */
async function main(): Promise<void> {
  const { seed, count, not, out, cases: given, strata } = values;
  if (out === undefined || (given === undefined && (seed === undefined || !/^\d{1,5}$/.test(count ?? '')))) {
    throw new Error(
      'usage: draw.ts (--seed <word> --count <number> [--strata] [--not <cases.jsonl>]... | --cases <cases.jsonl>) --out <folder>',
    );
  }
  const repository = path.resolve(import.meta.dirname, '../../../..');
  if (`${path.resolve(out)}/`.startsWith(`${repository}/`)) {
    throw new Error('the folder must lie outside the repository: the bundles contain text of the corpus');
  }
  if (!hasCorpus) return;

  const corpus = await openCorpus(corpusRoot, { choice: 'everything' });
  const { packages } = corpus;
  const vulnerabilities = withFuzzed(await readVulnerabilities(corpus.records), await readFuzzed(corpus));
  const tracked = issuesByCve(corpus);
  const collection = new Collection(packages);
  const attributes = new Map(Array.from(tracked, ([cve, pairs]) => [cve, pairs.map(({ attribute }) => attribute)]));
  const candidates = [...vulnerabilities.values()].flatMap((each) => candidatesOf(each, collection, attributes));
  const taken = pairsIn(not);
  const drawn = seed === undefined || strata ? [] : draw(candidates, seed, Number(count), taken);
  const asked = strata
    ? drawStrata({ seed: seed ?? '', count: Number(count), candidates, vulnerabilities, collection, taken })
    : drawn;
  const cases =
    given === undefined
      ? asked.map(({ stratum, question, version, cve }, index): JudgedCase => {
          return { id: `${seed}-${String(index + 1).padStart(4, '0')}`, stratum, question, version, cve };
        })
      : linesOf<JudgedCase>(given);

  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'cases.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const byName = Map.groupBy(packages, ({ pname }) => folded(pname));
  const bundles = cases.map((each) =>
    bundleOf(each, vulnerabilities.get(each.cve) ?? new Vulnerability(each.cve), {
      entries: entriesFor(each, collection, byName),
      issues: tracked.get(each.cve) ?? [],
    }),
  );
  for (let at = 0; at < bundles.length; at += CASES_PER_CHUNK) {
    const name = `chunk-${String(at / CASES_PER_CHUNK).padStart(2, '0')}.md`;
    writeFileSync(path.join(out, name), bundles.slice(at, at + CASES_PER_CHUNK).join('\n'));
  }
  process.stdout.write(countsOf(candidates, drawn));
}

function pairsIn(files: readonly string[]): ReadonlySet<string> {
  const cases = files.flatMap((file) => linesOf<JudgedCase>(file));
  return new Set(cases.flatMap(({ question, cve }) => pairOf(question, cve)));
}

function linesOf<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

/** The entry that is asked about; for a purl up to three of the same name, as surroundings. */
function entriesFor(
  { question }: JudgedCase,
  collection: Collection,
  byName: ReadonlyMap<string, readonly CorpusPackage[]>,
): CorpusPackage[] {
  if ('package' in question) return [collection.byAttribute.get(question.package) ?? []].flat();
  const { name } = packageAsked(question.purl);
  return [...formsOf(name)].flatMap((form) => byName.get(form) ?? []).slice(0, 3);
}

async function readFuzzed({ records }: Corpus): Promise<OsvRecord[]> {
  const found: OsvRecord[] = [];
  for await (const { id, record } of records.osv()) {
    if (/^OSV-\d{4}-\d+$/.test(id)) found.push(JSON.parse(Buffer.from(record).toString()) as OsvRecord);
  }
  return found;
}

interface TrackedPair extends Pair {
  readonly state: string;
}

/** The pairs of CVE and package that issues name, with the state of the issue. Issues come in the order of the pairs. */
function issuesByCve({ pairs, issues }: Corpus): ReadonlyMap<string, readonly TrackedPair[]> {
  const tracked = pairs.map(({ cve, attribute, reason }, index) => {
    const issue = issues[index]?.record as { readonly state: string } | undefined;
    return { cve, attribute, reason, state: issue?.state ?? 'unknown' };
  });
  return Map.groupBy(tracked, ({ cve }) => cve);
}

function countsOf(candidates: readonly { stratum: string; group: string }[], drawn: readonly Drawn[]): string {
  const count = (values: readonly string[]) =>
    [...Map.groupBy(values, (value) => value)].map(([value, all]) => `  ${value}: ${all.length}`).sort();
  return [
    'Candidates by stratum and group:',
    ...count(candidates.map(({ stratum, group }) => `${stratum}, ${group}`)),
    'Cases by stratum:',
    ...count(drawn.map(({ stratum }) => stratum)),
    'Cases by stratum and group:',
    ...count(drawn.map(({ stratum, group }) => `${stratum}, ${group}`)),
    'Cases by ecosystem:',
    ...count(drawn.map(({ group }) => (group.startsWith('collection') ? 'collection' : group))),
    'Cases by what the version was made of:',
    ...count(drawn.map(({ kind }) => kind)),
    'Cases by face:',
    ...count(drawn.map(({ affected }) => (affected === null ? 'carried' : affected ? 'affected' : 'not affected'))),
    '',
  ].join('\n');
}
