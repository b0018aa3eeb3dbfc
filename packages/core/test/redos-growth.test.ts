import { describe, expect, it } from 'vitest';
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

/** Texts that make a careless reader try the same thing again and again. */
const hostile: Record<string, (size: number) => string> = {
  digits: (size) => '1'.repeat(size),
  hyphens: (size) => '-'.repeat(size),
  dots: (size) => '.'.repeat(size),
  slashes: (size) => `pkg:npm/${'/'.repeat(size)}a`,
  'percent signs': (size) => `pkg:npm/${'%41'.repeat(size / 3)}`,
  'at signs': (size) => `pkg:npm/${'@'.repeat(size)}`,
  qualifiers: (size) => `pkg:npm/a?${'b=c&'.repeat(size / 4)}`,
  'distinct qualifiers': (size) =>
    `pkg:npm/a?${Array.from({ length: size / 10 }, (_, index) => `k${String(index).padStart(6, '0')}=v`).join('&')}`,
  subpaths: (size) => `pkg:npm/a#${'../'.repeat(size / 3)}`,
  'half CVE ids': (size) => 'CVE-2024-'.repeat(size / 9),
  'CVE ids': (size) => Array.from({ length: size / 15 }, (_, index) => `CVE-2024-${10_000 + index}`).join(' '),
  'nested prefixes': (size) => 'BIT-'.repeat(size / 4),
  'one long word': (size) => `${'a'.repeat(size)}-2024-1234`,
  'names of names': (size) => `BIT-${'a-'.repeat(size / 2)}`,
  backslashes: (size) => `cpe:2.3:a:${'\\'.repeat(size)}`,
  'question marks': (size) => `cpe:2.3:a:${'?'.repeat(size)}`,
  colons: (size) => `cpe:2.3:${':'.repeat(size)}`,
  metrics: (size) => `CVSS:3.1/${'AV:N/'.repeat(size / 5)}`,
  'attribute path': (size) => 'pythonPackages.'.repeat(size / 15),
  'version tail': (size) => `a${'_1'.repeat(size / 2)}x`,
  'beyond ASCII': (size) => 'ä'.repeat(size),
  'broken surrogates': (size) => '\uD800'.repeat(size),
};

describe.each(Object.entries(readers))('%s', (_reader, read) => {
  it.each(Object.entries(hostile))(
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
