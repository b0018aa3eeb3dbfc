import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { RATES } from '@almanac/contract';
import { expect } from 'vitest';
import { corpusFile } from '../../../../../test/corpus.ts';
import { openCorpusWorld } from '../corpus/world.ts';
import { ROOMY } from '../roomy.ts';
import { type Step, validateSteps } from './validate-steps.ts';

export interface HistoriesCheck {
  readonly packages: number;
  /** Steps that are an error without bringing a vulnerability, or bring one without being an error. */
  readonly wrong: readonly string[];
  /** Steps that bring a vulnerability, and steps that leave one in place. */
  readonly introduced: number;
  readonly kept: number;
}

/** Findings of one rule about one package that are listed. */
const MAX_FINDINGS = 20;
/** Packages of one pull request: more may take too long on a busy machine. */
const AT_ONCE = 2;
const VERSIONS = 5;
/** More would take the database minutes to fill. */
const MAX_CVES = 120;

/** Validates each step of real release histories, and compares its errors with what affects the two versions. */
export async function checkHistories(packages: number): Promise<HistoriesCheck> {
  const { histories, cves } = chooseHistories(packages);
  await using world = await openCorpusWorld({
    cves,
    settings: { rates: { ...RATES, general: 100_000 }, callerBudgets: ROOMY, deadlineMs: 60_000 },
  });
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const affecting = (name: string, version: string) => {
    const asked = known.get(`${name} ${version}`) ?? askAffecting(name, version);
    known.set(`${name} ${version}`, asked);
    return asked;
  };
  const askAffecting = async (name: string, version: string): Promise<ReadonlySet<string>> => {
    const { body, status } = await world.get(`/api/v1/vulns/${name}?version=${encodeURIComponent(version)}`);
    expect([name, version, status]).toEqual([name, version, 200]);
    const { matches, otherMatches } = body['data'] as Record<
      string,
      readonly { status: string; cve?: string; id?: string }[]
    >;
    const found = [...(matches ?? []), ...(otherMatches ?? [])].filter(({ status }) => status === 'affected');
    return new Set(found.map(({ cve, id }) => cve ?? id ?? ''));
  };
  const steps = [...histories].flatMap(([name, versions]) =>
    versions.slice(1).map((to, i): Step => ({ name, from: versions[i] ?? '', to })),
  );
  const wrong: string[] = [];
  let introduced = 0;
  let kept = 0;
  for (const round of Array.from({ length: VERSIONS }, (_, i) => i)) {
    const own = [...histories.keys()].flatMap((name) => steps.filter((step) => step.name === name)[round] ?? []);
    for (let from = 0; from < own.length; from += AT_ONCE) {
      const asked = own.slice(from, from + AT_ONCE);
      const findings = await validateSteps(world.app, asked);
      for (const { name, from: old, to } of asked) {
        const [before, after] = [await affecting(name, old), await affecting(name, to)];
        const told = (rule: string) =>
          findings.filter((each) => each.rule === rule && each.package === name).flatMap(({ cves: ids }) => ids);
        const [isNew, isKept] = [[...after.difference(before)], [...after.intersection(before)]];
        introduced += isNew.length === 0 ? 0 : 1;
        kept += isKept.length === 0 ? 0 : 1;
        const errors = told('newly-affected');
        const same = errors.length === Math.min(isNew.length, MAX_FINDINGS) && errors.every((id) => isNew.includes(id));
        const isHarmless =
          isNew.length > 0 || !findings.some((each) => each.package === name && each.severity === 'error');
        if (!same || !isHarmless) wrong.push(`${name} ${old} -> ${to}: ${errors.join()} / ${isNew.join()}`);
      }
    }
  }

  console.log(
    `${histories.size} packages, ${steps.length} steps: ${introduced} bring a vulnerability, ${kept} leave one in place`,
  );
  return { packages: histories.size, wrong, introduced, kept };
}

interface SeenPackage {
  readonly attr: string;
  readonly versionsSeen: readonly string[];
}

interface Advisory {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly affected?: readonly { readonly package?: { readonly name: string } }[];
}

function readLines<Line>(file: string): Line[] {
  const text = gunzipSync(readFileSync(corpusFile(file))).toString();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
}

/** Chooses packages of the collection with several versions that a database of advisories names, and the CVEs of these. */
function chooseHistories(packages: number): {
  readonly histories: ReadonlyMap<string, readonly string[]>;
  readonly cves: string[];
} {
  const cvesOf = new Map<string, Set<string>>();
  for (const { id, aliases = [], affected = [] } of readLines<Advisory>('osv/bitnami.jsonl.gz')) {
    for (const { package: named } of affected) {
      const own = cvesOf.get(named?.name ?? '') ?? new Set();
      for (const each of [id, ...aliases]) if (each.startsWith('CVE-')) own.add(each);
      cvesOf.set(named?.name ?? '', own);
    }
  }
  const histories = new Map<string, readonly string[]>();
  const cves = new Set<string>();
  for (const { attr, versionsSeen } of readLines<SeenPackage>('nixpkgs/packages.jsonl.gz')) {
    if (histories.size === packages) break;
    const own = cvesOf.get(attr);
    if (own === undefined || own.size > MAX_CVES) continue;
    const versions = [...new Set(versionsSeen.filter((each) => /^\d/.test(each)))].toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
    if (versions.length < 4) continue;
    const every = Math.ceil(versions.length / VERSIONS);
    histories.set(
      attr,
      versions.filter((_, i) => i % every === 0),
    );
    for (const cve of own) cves.add(cve);
  }
  return { histories, cves: [...cves] };
}
