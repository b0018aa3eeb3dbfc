import { type Attack, postJson, prepared, together } from './attack.ts';
import { madeUpId } from './live-fetches.ts';

/** A hundred pages at once of ids that nobody has: each waits for an upstream. */
export const waitingPages: Attack = (url, { send }) => together(100, () => send(`${url}/${madeUpId()}`));

/** Six documents at once that take seconds to read, of nearly two megabytes: the most that is taken without a key. */
export const costlyDocuments: Attack = (url, deps) =>
  together(6, () => postJson(`${url}/api/v1/sbom/time-travel`, deps, costly()));

/** The same of sixteen megabytes, which nobody reads. */
export const hugeDocuments: Attack = (url, deps) =>
  together(6, () => postJson(`${url}/api/v1/sbom/time-travel`, deps, huge()));

const costly = prepared(() => documentOf(140_000));
const huge = prepared(() => documentOf(1_200_000));

/** XML of little but attributes. */
function documentOf(count: number): string {
  const attributes = Array.from({ length: count }, (_, i) => `a${i}="b"`).join(' ');
  const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" ${attributes}><components/></bom>`;
  return JSON.stringify({ sbom: xml, date: '2024-10-24' });
}
