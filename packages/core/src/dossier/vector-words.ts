import { readCvss } from '../scores/cvss.ts';

/** What a successful attack does, by metric; versions 2, 3 and 4 name and grade them each in their way. */
const HARMS: readonly { readonly metrics: readonly string[]; readonly most: string; readonly some: string }[] = [
  { metrics: ['VC', 'C'], most: 'read all data', some: 'read some data' },
  { metrics: ['VI', 'I'], most: 'change all data', some: 'change some data' },
  { metrics: ['VA', 'A'], most: 'take the service down', some: 'degrade the service' },
];

/** `C` is complete in version 2 and `P` partial; later versions have high and low. */
const MOST: ReadonlySet<string> = new Set(['H', 'C']);
const SOME: ReadonlySet<string> = new Set(['L', 'P']);

/** What an attacker who succeeds can do by the vector; null where it cannot be read or says that nothing is gained. */
export function harmInWords(vector: string): string | null {
  const values = valuesOf(vector);
  const harms = HARMS.flatMap(({ metrics, most, some }) => {
    const value = metrics.map((metric) => values.get(metric)).find((each) => each !== undefined) ?? '';
    return MOST.has(value) ? [most] : SOME.has(value) ? [some] : [];
  });
  const last = harms.at(-1);
  if (last === undefined) return null;
  return harms.length === 1 ? last : `${harms.slice(0, -1).join(', ')} and ${last}`;
}

const REACH: Readonly<Record<string, string>> = {
  N: 'over the network',
  A: 'from an adjacent network',
  L: 'with access to the machine',
  P: 'with the device in hand',
};

/** From where, with which privileges and with what help from a user an attack comes, by the vector. Null where it cannot be read. */
export function reachInWords(vector: string): string | null {
  const values = valuesOf(vector);
  const reach = REACH[values.get('AV') ?? ''];
  if (reach === undefined) return null;
  const privileges = values.get('PR') ?? values.get('Au');
  const account = privileges === undefined ? '' : privileges === 'N' ? ', without an account' : ', with an account';
  const user = values.get('UI');
  const help =
    user === undefined ? '' : user === 'N' ? ' and without user interaction' : ' and requires user interaction';
  return `${reach}${account}${help}`;
}

/** Versions 2, 3 and 4 name them each in their way. */
function valuesOf(vector: string): ReadonlyMap<string, string> {
  return new Map(readCvss(vector)?.parts.map(({ metric, value }) => [metric, value]));
}
