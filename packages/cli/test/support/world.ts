import { lockfileKindOf } from '@almanac/core/lockfiles';
import { packageOfPurl, readPurl } from '@almanac/core/purl';
import { readScannedFile } from '@almanac/core/scan';
import { corpusArchive, hasCorpus } from '../../../../test/corpus.ts';
import { ROUTES } from '../../../server/src/http/routes/index.ts';
import { type Provider, startProvider } from '../../../server/test/support/access.ts';
import { fillCveWorld } from '../../../server/test/support/worlds/cve-world.ts';
import {
  byId,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../../server/test/support/worlds/package-world.ts';
import { putTracker } from '../../../server/test/support/worlds/tracker-rows.ts';

export const SOURCES = [
  'osv',
  'advisory',
  'cve_list_v5',
  'nvd',
  'nvd_overrides',
  'kev',
  'epss',
  'nixpkgs',
  'packages',
] as const;

const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];

const OSV = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], { aliases: ['CVE-2026-1001'] }),
  osvSays('GHSA-bbbb-bbbb-bbbb', [{ ecosystem: 'npm', name: 'worst', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1002'],
    severity: CRITICAL,
  }),
  osvSays('MAL-2026-1', [{ ecosystem: 'npm', name: 'evil', versions: ['1.0.0'] }], { severity: [] }),
);

/** An entry of the KEV catalogue. */
export const kevEntry = (cveID: string) => ({
  cveID,
  vendorProject: 'Tidewater',
  product: 'left',
  vulnerabilityName: 'Of left',
  dateAdded: '2026-10-09',
  shortDescription: 'Left.',
  requiredAction: 'Apply updates.',
  dueDate: '2026-10-30',
  knownRansomwareCampaignUse: 'Unknown',
  notes: '',
  cwes: [],
});

/** A few small ones, of every kind. */
const CORPUS_FILES = [
  'flake.lock/NixOS__hydra/flake.lock',
  'pnpm-lock.yaml/home-assistant__core/tests/e2e/pnpm-lock.yaml',
  'requirements.txt/home-assistant__core/requirements.txt',
  'yarn.lock/renovatebot__renovate/lib/modules/manager/npm/__fixtures__/yarn2.2/yarn.lock',
  'Gemfile.lock/google__osv-scanner/docs/Gemfile.lock',
  'Cargo.lock/spdx__spdx-examples/software/example11/content/src/Cargo.lock',
  'go.sum/golang__vulndb/go.sum',
  'package-lock.json/astral-sh__ruff/playground/api/package-lock.json',
] as const;

/** Real lockfiles by their path; none where the corpus is absent. */
export function corpusLockfiles(which: 'some' | 'all' = 'some'): ReadonlyMap<string, string> {
  if (!hasCorpus) return new Map();
  const texts = corpusArchive('lockfiles/lockfiles.tar.gz');
  const files = which === 'some' ? CORPUS_FILES : [...texts.keys()].filter((file) => lockfileKindOf(file) !== null);
  return new Map(files.map((file) => [file, texts.get(file) ?? '']));
}

/** Something to be found in every seventh package of these files, and something that is long fixed in the one behind it. */
export function recordsAbout(lockfiles: ReadonlyMap<string, string>): Record<string, unknown> {
  const packages = [...lockfiles].flatMap(([file, text]) =>
    (readScannedFile(file, text).file?.entries ?? []).flatMap(({ ask }) => {
      const { purl } = readPurl(ask ?? '');
      const { ecosystem, ...more } = purl === null ? { ecosystem: null } : packageOfPurl(purl);
      return ecosystem === null || !('name' in more) ? [] : [{ ecosystem, name: more.name }];
    }),
  );
  const different = new Map(packages.map((one) => [`${one.ecosystem}/${one.name}`, one]));
  const records = [...different.values()].flatMap((one, i) => {
    if (i % 7 > 1) return [];
    const fixed = i % 7 === 0 ? '99999.0.0' : '0.0.1';
    return [osvSays(`GSD-2026-${i}`, [{ ...one, fixed }], { aliases: [`CVE-2026-${20_000 + i}`] })];
  });
  return byId(...records);
}

export interface World extends PackageApp {
  readonly provider: Provider;
  /** As `ALMANAC_API` names it. */
  readonly api: string;
}

/** The whole API over a small store, with an identity provider beside it. */
export async function openWorld(lockfiles: ReadonlyMap<string, string>): Promise<World> {
  const provider = await startProvider();
  const given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      await fillCveWorld(db);
      await store.put('osv', { ...OSV, ...recordsAbout(lockfiles) }, SEEN);
      await store.put('kev', { 'CVE-2026-1001': kevEntry('CVE-2026-1001') }, SEEN);
      const day = '#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\n';
      await store.put('epss', { '2026-11-14': `${day}CVE-2026-1001,0.42,0.97\n` }, SEEN);
      await putTracker(db, {
        issues: [{ number: 101, title: 'left: CVE-2026-1001', cves: ['CVE-2026-1001'] }],
        pulls: [{ number: 201, closes: [101] }],
        links: [[101, 201]],
      });
      const moored = { patches: [], meta: {}, pname: 'moored' };
      await store.put(
        'packages',
        {
          'nixos-unstable/moored': { ...moored, name: 'moored-2.0', version: '2.0' },
          'nixos-26.05/moored': {
            ...moored,
            name: 'moored-1.0',
            version: '1.0',
            meta: { knownVulnerabilities: ['CVE-2026-1001: end of life'] },
          },
        },
        SEEN,
      );
      for (const source of SOURCES) await wasRead(db, source);
    },
    // What is slow here is the machine.
    { access: provider.settings('open'), settings: { deadlineMs: 60_000 } },
  );
  return {
    ...given,
    provider,
    api: `${given.app.url}/api/v1`,
    async [Symbol.asyncDispose]() {
      await given[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
