import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { RATES } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../test/corpus.ts';
import { prValidate } from '../../src/http/routes/tracker/pr-validate.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { type Step, validateSteps } from '../support/pull-requests/validate-steps.ts';
import { ROOMY } from '../support/roomy.ts';
import { byId, openPackageApp, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

/** Findings of one rule about one package that are listed. */
const MAX_FINDINGS = 20;
/** Packages of one pull request: more may take too long on a busy machine. */
const AT_ONCE = 2;

describe('steps of packages', () => {
  it('that were taken over are errors in the versions that do harm', async () => {
    await using given = await openPackageApp([prValidate], async (store, db) => {
      await store.put('packages', Object.fromEntries(TAKEN_OVER.map(toEntry)), SEEN);
      await store.put('osv', byId(...TAKEN_OVER.map(toAdvisory)), SEEN);
      await putTracker(db, { channels: [{ name: 'nixos-unstable', status: 'rolling' }] });
      for (const source of ['osv', 'packages', 'nixpkgs', 'channels', 'cve_list_v5'] as const)
        await wasRead(db, source);
    });

    for (const { name, history, harmful } of TAKEN_OVER) {
      for (const [i, to] of history.entries()) {
        const from = history[i - 1];
        if (from === undefined) continue;
        const findings = await validateSteps(given.app, [{ name, from, to }]);
        const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
        expect([name, from, to, errors]).toEqual([name, from, to, to === harmful ? ['newly-affected'] : []]);
      }
    }
  }, 60_000);
});

const TAKEN_OVER = [
  {
    name: 'event-stream',
    advisory: 'GHSA-mh6f-8j2x-4483',
    home: 'https://github.com/dominictarr/event-stream',
    history: ['3.3.4', '3.3.5', '3.3.6', '4.0.0', '4.0.1'],
    harmful: '3.3.6',
    fixed: '4.0.0',
  },
  {
    name: 'ua-parser-js',
    advisory: 'GHSA-pjwm-rvh2-c87w',
    home: 'https://github.com/faisalman/ua-parser-js',
    history: ['0.7.27', '0.7.28', '0.7.29', '0.7.30', '0.7.31'],
    harmful: '0.7.29',
    fixed: '0.7.30',
  },
] as const;

type TakenOver = (typeof TAKEN_OVER)[number];

function toEntry({ name, home, history }: TakenOver): [string, object] {
  const position = `pkgs/by-name/${name.slice(0, 2)}/${name}/package.nix:7`;
  const meta = { homepage: home, position };
  return [
    `nixos-unstable/${name}`,
    { name: `${name}-${history[0]}`, pname: name, version: history[0], patches: [], meta },
  ];
}

function toAdvisory({ name, advisory, home, harmful, fixed }: TakenOver): object {
  const affected = [{ ecosystem: 'npm', name, introduced: harmful, fixed }];
  return osvSays(advisory, affected, { references: [{ type: 'PACKAGE', url: home }] });
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

const PACKAGES = 40;
const VERSIONS = 5;
/** More would take the database minutes to fill. */
const MAX_CVES = 120;

/** Chooses packages of the collection with several versions that a database of advisories names, and the CVEs of these. */
function chooseHistories(): { readonly histories: ReadonlyMap<string, readonly string[]>; readonly cves: string[] } {
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
    if (histories.size === PACKAGES) break;
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

it.skipIf(!hasCorpus)(
  'each step of real release histories is an error exactly where it brings a vulnerability',
  async () => {
    const { histories, cves } = chooseHistories();
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
          const same =
            errors.length === Math.min(isNew.length, MAX_FINDINGS) && errors.every((id) => isNew.includes(id));
          const isHarmless =
            isNew.length > 0 || !findings.some((each) => each.package === name && each.severity === 'error');
          if (!same || !isHarmless) wrong.push(`${name} ${old} -> ${to}: ${errors.join()} / ${isNew.join()}`);
        }
      }
    }

    console.log(
      `${histories.size} packages, ${steps.length} steps: ${introduced} bring a vulnerability, ${kept} leave one in place`,
    );
    expect(wrong).toEqual([]);
    expect(histories.size).toBe(PACKAGES);
    expect(introduced).toBeGreaterThan(5);
    expect(kept).toBeGreaterThan(20);
  },
  600_000,
);
