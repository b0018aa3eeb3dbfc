import { purl } from '../../../src/http/routes/packages/purl.ts';
import { formats } from '../../../src/http/routes/sbom/formats.ts';
import { sbom } from '../../../src/http/routes/sbom/sbom.ts';
import { sbomTimeTravel } from '../../../src/http/routes/sbom/time-travel.ts';
import { grantedKey } from '../access.ts';
import type { Checked, TestAppOptions } from '../app.ts';
import { fillGiant } from './giant-package.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from './package-world.ts';

const OSV = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], { aliases: ['CVE-2026-1001'] }),
  osvSays('MAL-2026-1', [{ ecosystem: 'npm', name: 'evil', versions: ['1.0.0'] }]),
  osvSays('GHSA-scop-scop-scop', [{ ecosystem: 'npm', name: '@scope/name', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1002'],
  }),
  osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }], {
    aliases: ['CVE-2026-1003'],
  }),
  osvSays('GO-2026-1', [{ ecosystem: 'Go', name: 'github.com/Owner/repo', fixed: '1.2.0' }], {
    aliases: ['CVE-2026-1004'],
  }),
  osvSays('GHSA-mave-mave-mave', [{ ecosystem: 'Maven', name: 'org.group:artifact', fixed: '2.0' }], {
    aliases: ['CVE-2026-1005'],
  }),
  osvSays(
    'DSA-1-1',
    [
      { ecosystem: 'Debian:11', name: 'tool', fixed: '1:1.0-1+deb11u1' },
      { ecosystem: 'Debian:12', name: 'tool', fixed: '1:1.2-1' },
    ],
    { upstream: ['CVE-2026-1006'] },
  ),
  osvSays('GHSA-reje-reje-reje', [{ ecosystem: 'npm', name: 'doubted', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1007'],
  }),
  osvSays('GHSA-disp-disp-disp', [{ ecosystem: 'npm', name: 'disputed', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1009'],
  }),
  osvSays('GHSA-prot-prot-prot', [{ ecosystem: 'npm', name: '__proto__', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1008'],
  }),
);

const rejected = {
  cveMetadata: { cveId: 'CVE-2026-1007', state: 'REJECTED' },
  containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'No vulnerability.' }] } },
};

/** Package URLs of every kind that the store knows something of, or nothing. */
export const MIXED: readonly string[] = [
  'pkg:npm/left@1.0.0',
  'pkg:npm/left@2.0.0',
  'pkg:npm/left',
  'pkg:npm/Left@1.0.0',
  'pkg:npm/lef@1.0.0',
  'pkg:npm/evil@1.0.0',
  'pkg:npm/%40scope/name@1.0.0',
  'pkg:npm/__proto__@1.0.0',
  'pkg:npm/disputed@1.5.0',
  'pkg:npm/disputed@0.5.0',
  'pkg:npm/doubted@1.0.0',
  'pkg:npm/left@not-a-version',
  'pkg:pypi/Zope_Interface@4.0',
  'pkg:pypi/zope-interface@5.0',
  'pkg:golang/github.com/Owner/repo@v1.1.0',
  'pkg:maven/org.group/artifact@1.9',
  'pkg:deb/debian/tool@1:1.0-1?distro=debian-12',
  'pkg:deb/debian/tool@1:1.1-1?distro=bullseye',
  'pkg:deb/debian/tool@1:1.0-1',
  'pkg:deb/debian/tool@1:9.0-1',
  'pkg:npm/giant@1500.1.0',
  'pkg:nix/left@1.0.0',
];

export interface SbomWorld extends PackageApp {
  readonly key: string;
  /** Sends a document, or whatever is given, with the key. */
  send(body: string | Uint8Array | object, more?: Sending): Promise<Checked>;
}

export interface Sending {
  readonly path?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly keyless?: boolean;
}

/** The endpoints of bills of materials over a small store. */
export async function openSbomWorld(options: TestAppOptions = {}): Promise<SbomWorld> {
  const given = await openPackageApp(
    [sbom, sbomTimeTravel, formats, purl],
    async (store, db) => {
      await store.put('osv', OSV, SEEN);
      await store.put('cve_list_v5', { 'CVE-2026-1007': rejected }, SEEN);
      // Of the same vulnerability another source says that it ended earlier.
      const other = osvSays('GHSA-disp-disp-disp', [{ ecosystem: 'npm', name: 'disputed', fixed: '1.0.0' }]);
      await store.put('advisory', byId(other), SEEN);
      await fillGiant(db, 'giant', 3_000);
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) await wasRead(db, source);
    },
    // Whether a machine is busy is not what these tests are about.
    { sbom: { limits: { milliseconds: 60_000, megabytes: 512 } }, ...options },
  );
  const { key } = await grantedKey(given.db);
  return {
    ...given,
    key,
    send(body, { path = '/sbom', type = 'application/json', headers = {}, keyless = false } = {}) {
      const isText = typeof body === 'string' || body instanceof Uint8Array;
      return given.app.get(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': type, ...(keyless ? {} : { authorization: `Bearer ${key}` }), ...headers },
        body: isText ? (body as string) : JSON.stringify(body),
      });
    },
    [Symbol.asyncDispose]: () => given[Symbol.asyncDispose](),
  };
}

/** A CycloneDX document of these components. */
export function cycloneDx(components: readonly object[], more: object = {}): object {
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, ...more };
}

export function library(purl: string, more: object = {}): object {
  return { type: 'library', name: purl.slice(4).split('@')[0] ?? purl, purl, ...more };
}
