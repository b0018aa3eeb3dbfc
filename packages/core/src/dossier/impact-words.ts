import { readCvss } from '../scores/cvss.ts';

/** What a successful attack does, by metric; versions 2, 3 and 4 name and grade them each in their way. */
const HARMS: readonly { readonly metrics: readonly string[]; readonly most: string; readonly some: string }[] = [
  { metrics: ['VC', 'C'], most: 'read everything that it protects', some: 'read some of what it protects' },
  { metrics: ['VI', 'I'], most: 'change data at will', some: 'change some data' },
  { metrics: ['VA', 'A'], most: 'stop it from working', some: 'disturb its work' },
];

/** `C` is complete in version 2 and `P` partial; later versions have high and low. */
const MOST: ReadonlySet<string> = new Set(['H', 'C']);
const SOME: ReadonlySet<string> = new Set(['L', 'P']);

/** What an attacker gains by the vector, in a sentence; null where it cannot be read or says that nothing is gained. */
export function impactInWords(vector: string): string | null {
  const values = new Map(readCvss(vector)?.parts.map(({ metric, value }) => [metric, value]));
  const harms = HARMS.flatMap(({ metrics, most, some }) => {
    const value = metrics.map((metric) => values.get(metric)).find((each) => each !== undefined) ?? '';
    return MOST.has(value) ? [most] : SOME.has(value) ? [some] : [];
  });
  if (harms.length === 0) return null;
  const last = harms.at(-1) ?? '';
  const listed = harms.length === 1 ? last : `${harms.slice(0, -1).join(', ')} and ${last}`;
  return `By its vector an attacker who succeeds can ${listed}.`;
}
