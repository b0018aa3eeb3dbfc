import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../test/hostile-texts.ts';
import { aliasAssertions } from '../src/aliases/assertions.ts';
import { parseCpe } from '../src/cpe/parse.ts';
import { normaliseCveId } from '../src/ids/cve.ts';
import { parseCweId } from '../src/ids/cwe.ts';
import { extractIds } from '../src/ids/extract.ts';
import { normaliseGhsaId } from '../src/ids/ghsa.ts';
import { normaliseNixpkgsIssueId } from '../src/ids/nixpkgs.ts';
import { normaliseOsvId } from '../src/ids/osv.ts';
import { canonicalName } from '../src/names/canonical.ts';
import { collisionVerdict } from '../src/names/collision.ts';
import { pep503 } from '../src/names/pep503.ts';
import { nameVariants } from '../src/names/variants.ts';
import { canonicalPurl, parsePurl } from '../src/purl/parse.ts';
import { percentEncode } from '../src/purl/percent.ts';
import { releaseOfDistro } from '../src/purl/releases.ts';
import { readCvss } from '../src/scores/cvss.ts';
import { ratingOfWord } from '../src/scores/rating.ts';
import { readSsvc } from '../src/scores/ssvc.ts';

/** Everything that reads text from outside. */
const readers: Record<string, (text: string) => unknown> = {
  aliasAssertions: (text) => aliasAssertions('osv', { id: 'A-1', aliases: [text] }),
  canonicalName,
  canonicalPurl,
  collisionVerdict: (text) =>
    collisionVerdict({ vendor: text, product: text, targetSw: text }, { ecosystem: 'Maven', name: text }),
  extractIds,
  nameVariants,
  normaliseCveId,
  normaliseGhsaId,
  normaliseNixpkgsIssueId,
  normaliseOsvId,
  parseCpe,
  parseCweId,
  parsePurl,
  pep503,
  percentEncode,
  ratingOfWord,
  readCvss,
  readSsvc: (text) => readSsvc([{ [text]: text }]),
  releaseOfDistro: (text) => [
    releaseOfDistro('debian', text),
    releaseOfDistro('ubuntu', text),
    releaseOfDistro('alpine', text),
  ],
};

describe.each(Object.entries(readers))('%s', (_reader, read) => {
  it.each(Object.entries(HOSTILE_TEXTS))(
    'takes ten times as long for ten times the %s, not a hundred times',
    (_name, make) => {
      const small = make(10_000);
      const large = make(100_000);

      const growth = growthOf(
        () => read(small),
        () => read(large),
      );

      expect(growth).toBeLessThanOrEqual(15);
    },
  );
});

/** CPU time of the large input against the small one. Times under half a millisecond are noise and count as that. */
function growthOf(small: () => unknown, large: () => unknown): number {
  let growth = Number.POSITIVE_INFINITY;
  // A collection of garbage or a neighbour on the core may spoil some measurements; it does not spoil a dozen.
  for (let attempt = 0; attempt < 12 && growth > 15; attempt += 1) {
    let longer = cpuTime(large);
    const shorter = Math.max(Math.min(cpuTime(small), cpuTime(small), cpuTime(small)), 500);
    // Another run can only lessen it: the first that is good is enough.
    for (let run = 1; run < 3 && longer / shorter > 15; run += 1) longer = Math.min(longer, cpuTime(large));
    growth = Math.min(growth, longer / shorter);
  }
  return growth;
}

/** In microseconds. */
function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
