import { type CorpusPackage, listedPackage } from '@almanac/twins';
import { corpusRoot } from '../../../../test/corpus.ts';
import { readPackages } from '../../../twins/src/corpus/packages.ts';
import type { Db } from '../../src/store/database.ts';
import type { CorpusWorld } from './corpus/world.ts';
import { SEEN } from './worlds/package-world.ts';
import { projectionStore } from './worlds/projection-store.ts';

const HASH = '0123456789abcdfghijklmnpqrsvwxyz';

/** As many packages of the whole collection, spread over it. */
export async function everyPackage(most: number): Promise<readonly CorpusPackage[]> {
  const all = (await readPackages(corpusRoot)).filter(({ version }) => version !== null);
  const step = all.length / most;
  return Array.from({ length: most }, (_, i) => all[Math.floor(i * step)] as CorpusPackage);
}

export async function fillPackages(db: Db, packages: readonly CorpusPackage[]): Promise<void> {
  const store = projectionStore(db);
  for (let from = 0; from < packages.length; from += 500) {
    const some = packages.slice(from, from + 500);
    const records = some.map((each) => [`nixos-unstable/${each.attribute}`, listedPackage(each)] as const);
    await store.put('packages', Object.fromEntries(records), SEEN);
  }
}

/** Store paths as the closure of a system has them: packages, some in two outputs, and in between what is no package. */
export function closureOf(packages: readonly CorpusPackage[], size: number): readonly string[] {
  const versioned = packages.filter(({ version }) => version !== null);
  const step = Math.max(1, Math.floor(versioned.length / size));
  const paths: string[] = [];
  for (let i = 0; i < versioned.length && paths.length < size; i += step) {
    const { attribute, pname, version } = versioned[i] as CorpusPackage;
    const [, major, minor] = /^python(\d)(\d+)Packages\./.exec(attribute) ?? [];
    const name = major === undefined ? `${pname}-${version}` : `python${major}.${minor}-${pname}-${version}`;
    paths.push(name);
    if (paths.length % 10 === 1) paths.push(`${name}-man`);
    if (paths.length % 50 === 3) paths.push(`unit-${paths.length}.service`);
  }
  return paths
    .slice(0, size)
    .map((name, i) => `/nix/store/${rotated(i)}-${name.replaceAll(/[^0-9A-Za-z+\-._?=]/g, '_')}`);
}

function rotated(by: number): string {
  const at = by % HASH.length;
  const digits = by.toString().padStart(6, '0');
  return `${digits}${HASH.slice(at)}${HASH.slice(0, at)}`.slice(0, HASH.length);
}

interface Shown {
  readonly component: { readonly purl: string; readonly occurrences: number };
  readonly verdict: string;
  readonly verdictReason: string;
  readonly total?: number;
  readonly findings?: readonly { readonly id: string; readonly status: string; readonly confidence: string }[];
}

export interface JudgedClosure {
  readonly shown: readonly Shown[];
  readonly unresolved: readonly { readonly name: string | null }[];
}

export async function judgeClosure(world: CorpusWorld, paths: readonly string[]): Promise<JudgedClosure> {
  const { status, body, text } = await world.post('/api/v1/sbom?view=all', { sbom: paths.join('\n') });
  if (status !== 200) throw new Error(`POST /sbom: ${status} ${text.slice(0, 300)}`);
  const { findings, others, unresolved } = body['data'];
  return { shown: [...findings, ...others] as Shown[], unresolved };
}

/** What `/vulns` says otherwise of some of the packages. */
export async function disagreements(world: CorpusWorld, shown: readonly Shown[], most: number): Promise<string[]> {
  const step = Math.max(1, Math.floor(shown.length / most));
  const different: string[] = [];
  for (let i = 0; i < shown.length; i += step) {
    const { component, verdict, verdictReason, total = 0, findings = [] } = shown[i] as Shown;
    const [, name = '', version = ''] = /^pkg:nix\/(.*)@([^@]*)$/.exec(component.purl) ?? [];
    const { body } = await world.get(`/api/v1/vulns/${name}?version=${version}`);
    const { matches, otherMatches, total: all } = body['data'];
    const alone = [body['verdict'], body['verdictReason'], all, ...[...matches, ...otherMatches].map(briefly)];
    const within = [verdict, verdictReason, total, ...findings.map(briefly)];
    // Of many findings the first are shown.
    if (JSON.stringify(within) !== JSON.stringify(alone.slice(0, Math.max(3, within.length)))) {
      different.push(`${component.purl}: ${JSON.stringify(within)} and alone ${JSON.stringify(alone)}`);
    }
  }
  return different;
}

function briefly({ cve, id, status, confidence }: Readonly<Record<string, string>>): string {
  return `${cve ?? id} ${status} ${confidence}`;
}
