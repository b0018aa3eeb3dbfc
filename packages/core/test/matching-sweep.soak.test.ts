import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpusLines, hasCorpus } from '../../../test/corpus.ts';
import type { Match } from '../src/matching/match.ts';
import { matchPackage } from '../src/matching/match-package.ts';
import { factsAbout, readCollection, readWorld } from './matching-world.ts';

/** Only some packages, for a quick look: every hundredth where it is 100. */
const EVERY = Number(process.env['SWEEP_EVERY'] ?? 1);

/**
 * Where a sample is written to: 100 packages with a vulnerability of high or medium confidence and 100 with one that their records clear, in the
 * form that `packages/server/test/judged/draw.ts --cases` turns into something to read.
 */
const SAMPLE = process.env['SWEEP_SAMPLE'];
const SAMPLE_SIZE = 100;
/** Another word draws another sample. */
const SEED = process.env['SWEEP_SEED'] ?? '';

interface SampledCase {
  readonly stratum: 'affected' | 'not_affected';
  readonly question: { readonly package: string };
  readonly version: string;
  readonly cve: string;
}

interface Surprise {
  readonly score: number;
  readonly group: string;
  readonly line: string;
}

describe.skipIf(!hasCorpus)('the whole collection', () => {
  it('is matched in one sweep', async () => {
    const world = await readWorld();
    const scores = await readScores();
    const counts = new Map<string, number>();
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    const surprises: Surprise[] = [];
    const cases: SampledCase[] = [];
    const verdicts: string[] = [];
    let packages = 0;
    let seen = 0;
    const started = performance.now();
    for await (const entry of readCollection()) {
      seen += 1;
      if (seen % EVERY !== 0) continue;
      packages += 1;
      const { matches, otherMatches, cleared, verdict, unknownReasons } = matchPackage(factsAbout(world, entry));
      count(`verdict ${verdict}`);
      const isTop = !entry.attribute.includes('.');
      if (isTop) for (const what of [verdict, ...unknownReasons]) count(`top level ${what}`);
      const counted = [...matches, ...otherMatches];
      for (const match of counted) {
        const rule = match.proof.evidence[0]?.identity.rule ?? '';
        count(match.confidence);
        count(`${match.confidence} by ${match.proof.rule}, ${rule}`);
      }
      const affecting = counted.filter(({ status }) => status === 'affected');
      const sure = affecting.filter(({ confidence }) => confidence !== 'low');
      const ask = (stratum: SampledCase['stratum'], cve: string): SampledCase => {
        return { stratum, question: { package: entry.attribute }, version: entry.version, cve };
      };
      if (verdict === 'affected') cases.push(...sure.map(({ id }) => ask('affected', id)));
      if (verdict === 'not_affected') cases.push(...cleared.map(({ id }) => ask('not_affected', id)));
      if (isTop) verdicts.push(`${entry.attribute} ${entry.version} ${verdict} ${unknownReasons.join(',')}\n`);
      surprises.push(...affecting.map((match) => surprise(entry, match, affecting.length, scores.get(match.id) ?? 0)));
    }
    const seconds = (performance.now() - started) / 1_000;

    const rows = [...counts].toSorted(([, a], [, b]) => b - a).map(([what, times]) => `  ${times} × ${what}`);
    console.log(
      [`${packages} packages in ${seconds.toFixed(0)} s`, ...rows, 'the most surprising:', ...most(surprises)].join(
        '\n',
      ),
    );
    if (SAMPLE !== undefined) writeFileSync(SAMPLE, sampleOf(cases));
    if (SAMPLE !== undefined) writeFileSync(`${SAMPLE}.verdicts`, verdicts.join(''));
    expect(packages).toBeGreaterThan(128_000 / EVERY);
    expect(counts.get('high') ?? 0).toBeGreaterThan(0);
  });
});

/** Of each side the first by a hash, which is a choice by chance that stays the same: one vulnerability a package. */
function sampleOf(cases: readonly SampledCase[]): string {
  const rank = ({ question, cve }: SampledCase) => hash('sha256', `${SEED}${question.package} ${cve}`);
  const sides = Map.groupBy(
    cases.filter(({ cve }) => cve.startsWith('CVE-')).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)),
    ({ stratum }) => stratum,
  );
  const drawn = [...sides.values()].flatMap((side) =>
    [...new Map(side.toReversed().map((one) => [one.question.package, one])).values()]
      .toReversed()
      .slice(0, SAMPLE_SIZE),
  );
  return drawn
    .map((one, i) => `${JSON.stringify({ id: `sweep-${String(i + 1).padStart(3, '0')}`, ...one })}\n`)
    .join('');
}

/** A weak identity, a likely exploit, a bad rating, many matches: each makes one want to look. */
function surprise(
  { attribute, version, homepage }: { attribute: string; version: string; homepage: string | null },
  { id, confidence, severity, proof, affectedVersions }: Match,
  among: number,
  epss: number,
): Surprise {
  const [first] = proof.evidence;
  const weight = first?.identity.weight ?? 1;
  const rated = { critical: 1, high: 0.7, medium: 0.3, low: 0.1 }[severity ?? 'low'];
  const score = (1.05 - weight) * (rated + 2 * epss) + Math.log10(among) / 3;
  const by = `${first?.identity.rule} ${weight}${first?.identity.naming.length ? ` (${first.identity.naming.join(', ')})` : ''}`;
  const line = `${confidence} ${attribute} ${version} [${homepage ?? ''}] ${id} ${first?.identity.to}: ${by}; ${affectedVersions}; ${severity}, EPSS ${epss}, one of ${among}`;
  return { score, group: `${first?.identity.to} ${homepage}`, line };
}

/** The first of each kind: one package in ten release lines is one surprise. */
function most(surprises: readonly Surprise[]): string[] {
  const groups = new Map<string, Surprise>();
  for (const each of surprises.toSorted((a, b) => b.score - a.score))
    if (!groups.has(each.group)) groups.set(each.group, each);
  return [...groups.values()].slice(0, 50).map(({ score, line }) => `  ${score.toFixed(2)} ${line}`);
}

async function readScores(): Promise<ReadonlyMap<string, number>> {
  const scores = new Map<string, number>();
  for await (const line of corpusLines('epss/epss_scores-2026-08-16.csv.gz')) {
    const [id = '', epss = ''] = line.split(',');
    if (id.startsWith('CVE-')) scores.set(id, Number(epss));
  }
  return scores;
}
