import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_ACCESS } from '../../src/app/access/settings.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { apiPolicy } from '../../src/http/routes/pages/api-policy.ts';
import { openPackageApp, type PackageApp } from '../support/worlds/package-world.ts';

const SBOM = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [] });

let open: PackageApp;
let closed: PackageApp;
beforeAll(async () => {
  const access = { ...NO_ACCESS, keyless: new Set(['POST /sbom']) };
  [open, closed] = [
    await openPackageApp(ROUTES, async () => {}, { access, pages: [apiPolicy] }),
    await openPackageApp(ROUTES, async () => {}, { pages: [apiPolicy] }),
  ];
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
});

const post = ({ app }: PackageApp, path: string, body: string) =>
  fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

it('a service of somebody’s own examines documents without a key, and keeps the rest closed', async () => {
  const answers = [
    await post(open, '/sbom', SBOM),
    await post(closed, '/sbom', SBOM),
    await post(open, '/webhooks', '{}'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
});

it('the policy says so', async () => {
  const needed = async ({ app }: PackageApp) => {
    const policy = (await (await fetch(`${app.url}/.well-known/api-policy.json`)).json()) as {
      authentication: { neededFor: string[] };
    };
    return policy.authentication.neededFor.includes('postSbom');
  };

  expect([await needed(open), await needed(closed)]).toEqual([false, true]);
});
