import { type Attack, postJson, together } from './attack.ts';

/** Each asks for something that no cache has: the version is another every time, and below all fixes. */
let asked = 0;
const version = () => `0.0.${(asked += 1)}`;

/** Attacks that make the service judge a package with more entries than others. */
export function giantAttacks(name: string): Readonly<Record<string, Attack>> {
  const nix = () => `pkg:nix/${name}@${version()}`;
  return {
    vulns: (url, { send }) => send(`${url}/api/v1/vulns/${name}?version=${version()}`),
    vulnsWithoutVersion: (url, { send }) => send(`${url}/api/v1/vulns/${name}?ignored=${version()}`),
    purl: (url, { send }) => send(`${url}/api/v1/purl/${encodeURIComponent(`pkg:npm/${name}@${version()}`)}`),
    purls: (url, deps) =>
      postJson(`${url}/api/v1/purls`, deps, JSON.stringify({ purls: [nix(), nix(), nix(), nix()] })),
    graph: (url, { send }) => send(`${url}/api/v1/graph/package/${name}/vulns?version=${version()}`),
    plan: (url, deps) =>
      postJson(`${url}/api/v1/remediation/plan`, deps, JSON.stringify({ packages: Array.from({ length: 10 }, nix) })),
    page: (url, { send }) => send(pageOf(url, name)),
  };
}

/** Six pages at a time, as fast as they are answered. */
export function giantPages(name: string): Attack {
  return (url, { send }) => together(6, () => send(pageOf(url, name)));
}

function pageOf(url: string, name: string): string {
  return `${url}/package/${name}?version=${version()}`;
}
