import { type Attack, get, post } from './attack.ts';

/** Each asks for something that no cache has: the version is another every time. */
let asked = 0;
const version = () => `5000.1.${(asked += 1)}`;

/** Attacks that make the service judge a package with more entries than others. */
export function giantAttacks(name: string): Readonly<Record<string, Attack>> {
  const nix = () => `pkg:nix/${name}@${version()}`;
  return {
    vulns: (url, deps) => get(`${url}/api/v1/vulns/${name}?version=${version()}`, deps),
    vulnsWithoutVersion: (url, deps) => get(`${url}/api/v1/vulns/${name}?ignored=${version()}`, deps),
    purl: (url, deps) => get(`${url}/api/v1/purl/${encodeURIComponent(`pkg:npm/${name}@${version()}`)}`, deps),
    purls: (url, deps) => post(`${url}/api/v1/purls`, deps, JSON.stringify({ purls: [nix(), nix(), nix(), nix()] })),
    graph: (url, deps) => get(`${url}/api/v1/graph/package/${name}/vulns?version=${version()}`, deps),
    plan: (url, deps) =>
      post(`${url}/api/v1/remediation/plan`, deps, JSON.stringify({ packages: Array.from({ length: 10 }, nix) })),
    page: (url, deps) => get(`${url}/package/${name}?version=${version()}`, deps),
  };
}
