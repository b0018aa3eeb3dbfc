import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { prValidate } from '../../src/http/routes/tracker/pr-validate.ts';
import { checkHistories } from '../support/pull-requests/histories.ts';
import { validateSteps } from '../support/pull-requests/validate-steps.ts';
import { byId, openPackageApp, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

/** `histories.soak.test.ts` has 60. */
const PACKAGES = 20;

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

it.skipIf(!hasCorpus)(
  'each step of real release histories is an error exactly where it brings a vulnerability',
  async () => {
    const { packages, wrong, introduced, kept } = await checkHistories(PACKAGES);

    expect(wrong).toEqual([]);
    expect(packages).toBe(PACKAGES);
    expect(introduced).toBeGreaterThan(2);
    expect(kept).toBeGreaterThan(10);
  },
  600_000,
);
