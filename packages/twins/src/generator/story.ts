import { MEDIUM_V2, SCORES, TAKEOVER_V40 } from '../world/scores.ts';
import { english, product, weakness } from '../world/sketch.ts';
import type { Facts, Product, Score } from '../world/vulnerability.ts';
import type { Random } from './random.ts';
import { FIRST, FLAWS, PARTS, SECOND } from './words.ts';

export interface Story {
  readonly vendor: string;
  readonly name: string;
  readonly introduced: string;
  readonly fixed: string;
  readonly score: Score;
  readonly flaw: string;
  readonly facts: Facts;
}

const ALL_SCORES: readonly Score[] = Object.values(SCORES);

export function storyOf(random: Random): Story {
  const vendor = random.pick(FIRST);
  const name = `${random.pick(FIRST)}${random.chance(0.5) ? '-' : ''}${random.pick(SECOND)}`;
  const [cwe, flaw, consequence] = random.pick(FLAWS);
  const part = random.pick(PARTS);
  const score = random.pick(ALL_SCORES);
  const major = random.below(12);
  const introduced = random.chance(0.4) ? '0' : `${major}.0.0`;
  const fixed = `${major}.${1 + random.below(30)}.${random.below(12)}`;
  const title = `${name}: ${part} ${flaw}`;
  const facts: Facts = {
    ...(random.chance(0.6) ? { title } : {}),
    descriptions: english(
      `In ${name} by ${vendor} ${part} ${flaw}. ${range(introduced, fixed)} An attacker can ${consequence}.`,
    ),
    products: [affected(random, vendor, name, introduced, fixed)],
    ...(random.chance(0.7) ? { weaknesses: weakness(cwe) } : {}),
    ...(random.chance(0.65) ? { scores: random.chance(0.08) ? [score, TAKEOVER_V40, MEDIUM_V2] : [score] } : {}),
    references: references(random, vendor, name),
  };
  return { vendor, name, introduced, fixed, score, flaw, facts };
}

function range(introduced: string, fixed: string): string {
  return introduced === '0'
    ? `Versions before ${fixed} are affected.`
    : `Versions from ${introduced} and before ${fixed} are affected.`;
}

/** Half have a range, a fifth single versions, the rest nothing comparable. */
function affected(random: Random, vendor: string, name: string, introduced: string, fixed: string): Product {
  const form = random.next();
  if (form < 0.56) return product(vendor, name, fixed, introduced);
  if (form < 0.76) {
    const versions = Array.from({ length: 1 + random.below(12) }, (_, index) => ({
      version: `${index + 1}.0`,
      status: 'affected' as const,
    }));
    return { vendor, product: name, versions };
  }
  return { vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a', status: 'affected' }] };
}

function references(random: Random, vendor: string, name: string): Facts['references'] {
  const number = random.below(9000);
  const advisory = { url: `https://${vendor}.example/security/${number}`, tags: ['vendor-advisory'] };
  if (!random.chance(0.5)) return [advisory];
  return [
    advisory,
    { url: `https://code.example/${vendor}/${name}/commit/${number.toString(16).padStart(7, '0')}`, tags: ['patch'] },
  ];
}
