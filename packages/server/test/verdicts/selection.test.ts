import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSelection } from '@almanac/core/matching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almanac } from '../../../cli/test/support/command-line.ts';
import { openPublisher, type Publisher } from '../../../cli/test/support/publisher.ts';
import { grantedKey } from '../support/access.ts';
import { agentOverHttp } from '../support/agent.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { byId, NOW, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const NOTICE = 'Some of the data: nothing here says that a package is safe.';
const SELECTION = openSelection(NOTICE, ['pkg:npm/whole']);

/** The same package in three conditions, and one that nobody knows. */
const VERDICTS = {
  'pkg:npm/whole@1.0.0': 'affected',
  'pkg:npm/whole@2.0.0': 'not_affected',
  'pkg:npm/part@1.0.0': 'affected',
  'pkg:npm/part@2.0.0': 'unknown',
  'pkg:npm/nobody-knows@1.0.0': 'unknown',
};
const PURLS = Object.keys(VERDICTS);

let world: CveApp;
let publisher: Publisher;
let key: string;
beforeAll(async () => {
  world = await openCveApp({ siteUrl: 'http://localhost', selection: SELECTION }, async (db) => {
    await fillCveWorld(db);
    const records = ['whole', 'part'].map((name) => {
      return osvSays(`GHSA-left-left-${name}`, [{ ecosystem: 'npm', name, fixed: '2.0.0' }]);
    });
    await projectionStore(db).put('osv', byId(...records), SEEN);
    await wasRead(db, 'osv');
  });
  ({ key } = await grantedKey(world.db));
  publisher = await openPublisher(world.db, 0, SELECTION);
  await publisher.publish();
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await publisher?.[Symbol.asyncDispose]();
});

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

function ask(address: string, init: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return world.app.get(`/api/v1${address}`, init.body === undefined ? init : { ...init, headers });
}

const SBOM = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: PURLS.map((purl) => ({ type: 'library', name: purl, purl })),
};
const DIFF = '--- a/pkgs/x/default.nix\n+++ b/pkgs/x/default.nix\n@@ -1 +1 @@\n-  version = "1";\n+  version = "2";\n';

describe('data that is a selection', () => {
  it.each<[string, RequestInit?]>([
    ['/sources'],
    ['/search?q=left'],
    [`/cve/${IDS.published}`],
    [`/cve/${IDS.published}/dossier`],
    ['/cve/batch', post({ ids: [IDS.published, 'CVE-2026-99999'] })],
    ['/osv-details/GHSA-left-left-part'],
    ['/vulns/part'],
    ['/purl/pkg:npm%2Fpart@2.0.0'],
    ['/purls', post({ purls: PURLS })],
    ['/osv/part?ecosystem=npm'],
    ['/remediation/plan', post({ packages: PURLS })],
    ['/sbom', post({ sbom: SBOM })],
    ['/sbom/time-travel', post({ sbom: SBOM, date: '2026-11-10' })],
    ['/pr/validate', post({ diff: DIFF })],
  ])('has its notice in the answer of %s', async (address, init) => {
    const { status, body } = await ask(address, init);

    expect([status, body['notice']]).toEqual([200, NOTICE]);
  });

  it.each(['/', `/${IDS.published}`, '/package/part', '/scan'])('has it on the page %s, once', async (address) => {
    const { text } = await world.app.get(address, { headers: { accept: 'text/html' } });

    expect(text.split(NOTICE)).toHaveLength(2);
  });

  it('is not presented in the words of its sources', async () => {
    const { text } = await world.app.get(`/${IDS.published}`, { headers: { accept: 'text/html' } });
    const { body } = await ask(`/cve/${IDS.published}/ai-assessment`);

    expect(text).toContain('<section class="description">');
    expect(text).not.toContain('In the words of its source');
    expect(JSON.stringify(body)).not.toContain('"quoted":true');
  });

  it('gives an agent its notice with every answer', async () => {
    const agent = await agentOverHttp(new URL('/mcp', world.app.url));
    const call = async (name: string, given: object) =>
      (await agent.callTool({ name, arguments: { ...given } })).structuredContent as { caution: string };

    const cautions = [
      await call('check_package', { package: 'part', version: '2.0.0' }),
      await call('check_purls', { purls: PURLS }),
      await call('check_purls', { purls: PURLS, detail: 'full' }),
      await call('lookup_cve_dossier', { cve_id: IDS.published }),
      await call('source_status', {}),
    ].map(({ caution }) => caution);
    await agent.close();

    for (const caution of cautions) expect(caution).toContain(NOTICE);
  });
});

describe('what a selection says of packages', () => {
  const verdictsOf = (rows: readonly { readonly purl: string; readonly verdict: string }[]) =>
    Object.fromEntries(rows.map(({ purl, verdict }) => [purl, verdict]));

  it('is the same for one and for many', async () => {
    const many = await ask('/purls', post({ purls: PURLS }));
    const single = await Promise.all(
      PURLS.map(async (purl) => {
        const { body } = await ask(`/purl/${encodeURIComponent(purl)}`);
        return { purl, verdict: body['verdict'] };
      }),
    );

    expect(verdictsOf(many.body['data'].results)).toEqual(VERDICTS);
    expect(verdictsOf(single)).toEqual(VERDICTS);
  });

  it('is the same for a bill of materials and for a plan', async () => {
    const sbom = await ask('/sbom?view=all', post({ sbom: SBOM }));
    const plan = await ask('/remediation/plan', post({ packages: PURLS }));

    const { findings, others } = sbom.body['data'];
    const examined = [...findings, ...others].map(({ component, verdict }) => ({ purl: component.purl, verdict }));
    expect(verdictsOf(examined)).toEqual(VERDICTS);
    const planned = plan.body['data'].plans.flatMap(({ purls, verdict }: { purls: string[]; verdict: string }) =>
      purls.map((purl) => ({ purl, verdict })),
    );
    expect(verdictsOf(planned)).toEqual(VERDICTS);
  });

  it('is the same for the command line, online and offline, which ends with the notice', async () => {
    const folder = path.join(publisher.base, 'project');
    await mkdir(folder);
    await writeFile(path.join(folder, 'bom.json'), JSON.stringify(SBOM));
    const environment = {
      ALMANAC_API: `${world.app.url}/api/v1`,
      XDG_CACHE_HOME: path.join(folder, 'cache'),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
    };
    const around = { environment, folder, now: () => NOW.getTime() };

    const online = await almanac(['scan', 'bom.json'], around);
    await almanac(['db', 'pull', '--from', publisher.folder, '--key', publisher.key, '--all'], around);
    const offline = await almanac(['scan', 'bom.json', '--offline'], around);

    for (const { code, out, err } of [online, offline]) {
      expect(out).toMatch(/^2 affected, 1 not affected, 0 none known, 2 unknown of 5 /m);
      expect(err.trimEnd().split('\n').at(-1)).toBe(NOTICE);
      expect(code).toBe(1);
    }
  });
});
