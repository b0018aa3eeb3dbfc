import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/http/routes/meta/version.ts';
import { prFix } from '../../src/http/routes/tracker/pr-fix.ts';
import { prValidate } from '../../src/http/routes/tracker/pr-validate.ts';
import { openSender } from '../support/hostile/attack.ts';
import {
  bumpOf,
  crowdedBindings,
  crowdedBindingsDiff,
  crowdedPatches,
  crowdedPatchesDiff,
  nulInDiff,
  poisonedBody,
  poisonedJson,
} from '../support/hostile/pull-requests.ts';
import { fillPullWorld } from '../support/pull-requests/world.ts';
import { ROOMY } from '../support/roomy.ts';
import { openPackageApp, type PackageApp } from '../support/worlds/package-world.ts';

let given: PackageApp;
beforeAll(async () => {
  given = await openPackageApp([prValidate, prFix, version], fillPullWorld, {
    settings: { callerBudgets: ROOMY },
    sbom: { limits: { milliseconds: 60_000, megabytes: 1_024 } },
  });
});
afterAll(() => given[Symbol.asyncDispose]());

const post = (path: string, body: string) =>
  given.app.get(`/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
const send = (path: string, diff: string) => post(path, JSON.stringify({ diff, title: 'pkga: 1 -> 2' }));

describe('a hostile diff', () => {
  it('of lines full of CVE ids is read as far as people write, and says what was not read', async () => {
    const { status, body } = await send('/pr/fix', crowdedPatchesDiff(6));
    const { packages, findings, truncated } = body['data'];

    expect([status, truncated, packages.length]).toEqual([200, true, 6]);
    for (const { notes } of packages) {
      expect(notes).toContain('text beyond 20 CVE IDs of a line was not read');
      expect(notes).toContain('patches and known vulnerabilities beyond 500 CVE IDs were not read');
    }
    for (const { cves } of findings) expect(cves.length).toBeLessThanOrEqual(500);
  });

  it('of lines full of bindings likewise', async () => {
    const { status, body } = await send('/pr/validate', crowdedBindingsDiff(2_600));
    const { packages, truncated } = body['data'];

    expect([status, truncated]).toEqual([200, true]);
    expect(packages[0].notes).toContain('text beyond 50 bindings of a line was not read');
  });

  it.each(['/pr/validate', '/pr/validate?format=sarif', '/pr/fix'])(
    'with a NUL character is refused by %s',
    async (path) => {
      const { status, body } = await send(path, bumpOf('a\0b'));

      expect([status, body['code']]).toEqual([400, 'DIFF_INVALID']);
      expect(body['error']).toContain('line 5: a NUL character');
    },
  );

  it('keeps nobody waiting: others are answered in between, however long it takes', async () => {
    let ended = false;
    const checked = send('/pr/fix', crowdedPatchesDiff(6)).finally(() => {
      ended = true;
    });
    let answered = 0;
    while (!ended) {
      await given.app.get('/api/v1/version');
      answered += 1;
    }

    expect((await checked).status).toBe(200);
    expect(answered).toBeGreaterThan(20);
  });
});

describe('a body', () => {
  it('of ten megabytes is parsed by another process, whatever its members are called', async () => {
    const { status, body } = await post('/pr/validate', poisonedJson(10 << 20));

    expect([status, body['code']]).toEqual([400, 'DIFF_INVALID']);
  });

  it.each([
    ['', 'The body is empty'],
    ['{', 'The body is not valid JSON'],
    ['[]', 'The body: expected an object'],
    ['{"diff":7}', "Member 'diff': expected a text"],
  ])('%j is refused', async (text, reason) => {
    const { status, body } = await post('/pr/validate', text);

    expect([status, body['code']]).toEqual([400, 'BODY_INVALID']);
    expect(body['error']).toContain(reason);
  });
});

it.each(Object.entries({ crowdedPatches, crowdedBindings, poisonedBody, nulInDiff }))(
  'after %s nothing is left of it, and others are answered',
  async (_, attack) => {
    await using sender = openSender({ signalOf: () => AbortSignal.timeout(60_000) });

    await attack(given.app.url, sender);

    expect((await given.app.get('/api/v1/version')).status).toBe(200);
    const computing = await given.app.registry.getSingleMetric('almanac_http_computing')?.get();
    expect(computing?.values[0]?.value).toBe(0);
  },
);

it('a diff that takes too long is refused as such, and ends alone', async () => {
  await using slow = await openPackageApp([prValidate], fillPullWorld, {
    sbom: { limits: { milliseconds: 1, megabytes: 1_024 } },
  });

  const { status, body, headers } = await slow.app.get('/api/v1/pr/validate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ diff: crowdedPatchesDiff(1) }),
  });

  expect([status, body['code'], headers.get('retry-after')]).toEqual([413, 'DIFF_TOO_COSTLY', '10']);
});
