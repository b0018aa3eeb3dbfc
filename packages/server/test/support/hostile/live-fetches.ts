import { type Attack, postJson } from './attack.ts';

/** As many ids as a request may name, none of which anybody has. */
export const unknownIds: Attack = (url, deps) =>
  postJson(`${url}/api/v1/cve/batch`, deps, JSON.stringify({ ids: Array.from({ length: 50 }, madeUpId) }));

/** A package that nobody has: each is a question to the version aggregator. */
export const unknownPackages: Attack = (url, { send }) => send(`${url}/api/v1/repology/none-${madeUp()}`);

/** Sources are asked before the answer. */
export const freshUnknowns: Attack = (url, { send }) => send(`${url}/api/v1/cve/${madeUpId()}/dossier?fresh=true`);

export function madeUpId(): string {
  return `CVE-${2000 + Math.floor(Math.random() * 20)}-${10_000_000 + madeUp()}`;
}

function madeUp(): number {
  return Math.floor(Math.random() * 80_000_000);
}
