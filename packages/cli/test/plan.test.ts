import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackageApp } from '../../server/test/support/worlds/package-world.ts';
import { almanac } from './support/command-line.ts';
import { npmProject, openPlanWorld, program } from './support/plan-world.ts';

let world: PackageApp;
let folder: string;
beforeAll(async () => {
  world = await openPlanWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-plan-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Runs in a folder below, with these programs alone on the path. */
function ask(name: string, args: readonly string[], more: { tools?: string; signal?: AbortSignal } = {}) {
  const environment = {
    ALMANAC_API: `${world.app.url}/api/v1`,
    ALMANAC_API_KEY: '',
    PATH: more.tools === undefined ? '' : `${more.tools}:/usr/bin:/bin`,
  };
  const { signal = new AbortController().signal } = more;
  return almanac(args, { environment, folder: path.join(folder, name), signal });
}

/** Of npm: one that the project asks for, one that comes in through it, one that nothing fixes. */
async function project(name: string): Promise<string> {
  await npmProject(
    path.join(folder, name),
    { lodash: '4.17.20', mkdirp: '^0.5.5', forever: '^1.0.0' },
    {
      lodash: { version: '4.17.20' },
      mkdirp: { version: '0.5.5', dependencies: { minimist: '^1.2.5' } },
      minimist: { version: '1.2.5' },
      forever: { version: '1.0.0' },
    },
  );
  return name;
}

const LOCK_ONLY = '--package-lock-only --ignore-scripts --no-audit --no-fund';

describe('almanac plan', () => {
  it('shows the upgrades, their commands and what stays', async () => {
    const { code, out } = await ask(await project('table'), ['plan']);

    expect(code).toBe(1);
    expect(out).toMatch(/^lodash +4\.17\.20 +4\.17\.21 +CVE-2021-23337$/m);
    expect(out).toMatch(/^minimist +1\.2\.5 +1\.2\.6 +CVE-2021-44906 +via mkdirp 0\.5\.5$/m);
    expect(out).toContain(`  npm install ${LOCK_ONLY} --save-exact lodash@4.17.21\n`);
    expect(out).toContain(`  npm update ${LOCK_ONLY} minimist\n`);
    expect(out).toMatch(/^No upgrade fixes:\n- forever 1\.0\.0 CVE-2026-3002: /m);
    expect(out).toContain('Of 3 findings: commands fix 2, 1 without an upgrade.');
    expect(out).toMatch(/^3 affected, /m);
  });

  it('plans what the API plans', async () => {
    const purls = ['pkg:npm/lodash@4.17.20', 'pkg:npm/minimist@1.2.5', 'pkg:npm/forever@1.0.0'];
    const { body } = await world.app.get('/api/v1/remediation/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ packages: purls }),
    });
    const { plans, totals } = body['data'] as { plans: { package: string; target: string | null }[]; totals: object };

    const { code, out } = await ask(await project('json'), ['plan', '--json']);

    const told = JSON.parse(out) as { steps: { package: string; to: string }[] };
    expect(told).toMatchObject({ totals, applied: null, exitCode: code, notPlanned: 0 });
    expect(new Map(told.steps.map((step) => [step.package, step.to]))).toEqual(
      new Map(plans.flatMap((plan) => (plan.target === null ? [] : [[plan.package, plan.target]]))),
    );
  });

  it('prints commands that a shell takes, wherever the file is', async () => {
    await project("below/it's here");

    const { out, err } = await ask('below', ['plan', '--format', 'commands']);

    expect(out.split('\n')[0]).toBe(`(cd 'it'\\''s here' && npm install ${LOCK_ONLY} --save-exact lodash@4.17.21)`);
    expect(err).toMatch(/3 affected/);
  });

  it.each([
    ['0 where there is nothing to upgrade', { lodash: '4.17.21' }, 0, /Nothing to upgrade\./],
    ['3 where something could not be checked', { lodash: 'x.y' }, 3, /unknown: lodash/],
  ])('ends with %s', async (name, versions, code, words) => {
    const installed = Object.entries(versions).map(([each, version]) => [each, { version }]);
    await npmProject(path.join(folder, name), {}, Object.fromEntries(installed));

    const ended = await ask(name, ['plan']);

    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(words);
  });

  it('names what is done by hand', async () => {
    await mkdir(path.join(folder, 'pip'));
    await writeFile(path.join(folder, 'pip', 'uv.lock'), UV_LOCK);

    const { out } = await ask('pip', ['plan']);

    expect(out).toMatch(
      /^Manual changes:\n- flask 2\.3\.2 in uv\.lock: We don't know a command that changes one package in uv\.lock\.$/m,
    );
  });

  it('runs nothing unless it is told to', async () => {
    const name = await project('untouched');
    const before = await readFile(path.join(folder, name, 'package-lock.json'), 'utf8');
    const tools = await program(path.join(folder, 'bin-marks'), 'npm', 'touch ran');

    await ask(name, ['plan'], { tools });

    expect(await readFile(path.join(folder, name, 'package-lock.json'), 'utf8')).toBe(before);
    await expect(readFile(path.join(folder, name, 'ran'))).rejects.toThrow('ENOENT');
  });
});

const UV_LOCK =
  'version = 1\nrequires-python = ">=3.12"\n\n[[package]]\nname = "flask"\nversion = "2.0.0"\nsource = { registry = "https://index.example/simple" }\n';

describe('almanac plan --apply', () => {
  it('says where the tool is not installed, and that the findings remain', async () => {
    const { code, out } = await ask(await project('bare'), ['plan', '--apply']);

    expect(code).toBe(1);
    expect(out).toMatch(/^0 commands of 2 completed\.$/m);
    expect(out).toMatch(/^- not run: npm install .* lodash@4\.17\.21\n +npm is not installed$/m);
    expect(out).toMatch(/^0 findings fixed, 3 remaining, 0 not checked, 0 new\.$/m);
  });

  it('goes on after a command that fails, and tells why', async () => {
    const script =
      'case "$*" in *lodash*) echo "no such version" >&2; exit 7;; esac; sed -i s/1.2.5/1.2.6/ package-lock.json';
    const tools = await program(path.join(folder, 'bin-fails'), 'npm', script);

    const { code, out } = await ask(await project('fails'), ['plan', '--apply', '--json'], { tools });

    const { applied } = JSON.parse(out) as { applied: Record<string, { id: string; state: string; why: string }[]> };
    expect(code).toBe(1);
    expect(applied['runs']?.map(({ state, why }) => [state, why])).toEqual([
      ['failed', 'it failed with exit code 7: no such version'],
      ['done', null],
    ]);
    expect(applied['gone']?.map(({ id }) => id)).toEqual(['CVE-2021-44906']);
    expect(applied['remain']?.map(({ id }) => id).toSorted()).toEqual(['CVE-2021-23337', 'CVE-2026-3002']);
  });

  it('names what is new', async () => {
    const name = 'opened';
    await npmProject(
      path.join(folder, name),
      { lodash: '^4.17.20' },
      { lodash: { version: '4.17.20' }, mkdirp: { version: '0.5.5' } },
    );
    const tools = await program(
      path.join(folder, 'bin-opens'),
      'npm',
      'sed -i "s/4.17.20/4.17.21/; s/mkdirp/minimist/" package-lock.json',
    );

    const { code, out } = await ask(name, ['plan', '--apply'], { tools });

    expect(code).toBe(1);
    expect(out).toMatch(/^1 finding fixed, 0 remaining, 0 not checked, 1 new\.$/m);
    expect(out).toMatch(/^- new: minimist 0\.5\.5 CVE-2021-44906 high in package-lock\.json$/m);
  });

  it('shows nothing as gone of a lockfile that cannot be read any more', async () => {
    const tools = await program(path.join(folder, 'bin-breaks'), 'npm', 'echo "{" > package-lock.json');

    const { code, out } = await ask(await project('breaks'), ['plan', '--apply'], { tools });

    expect(code).toBe(3);
    expect(out).toMatch(/^0 findings fixed, 0 remaining, 3 not checked, 0 new\.$/m);
  });

  it('touches no project of a folder above', async () => {
    const name = await project('above');
    await npmProject(path.join(folder, name, 'inside'), {}, { lodash: { version: '4.17.20' } });
    await rm(path.join(folder, name, 'inside', 'package.json'));
    const tools = await program(path.join(folder, 'bin-above'), 'npm', 'touch ran');

    const { out } = await ask(name, ['plan', 'inside', '--apply'], { tools });

    expect(out).toMatch(/^- not run: .* lodash\)\n +no package\.json next to the lockfile$/m);
    await expect(readFile(path.join(folder, name, 'inside', 'ran'))).rejects.toThrow('ENOENT');
  });

  it('runs no Yarn that writes another lockfile', async () => {
    await mkdir(path.join(folder, 'yarn'));
    await writeFile(path.join(folder, 'yarn', 'package.json'), '{"dependencies":{"lodash":"^4.17.20"}}');
    await writeFile(
      path.join(folder, 'yarn', 'yarn.lock'),
      '# yarn lockfile v1\n\nlodash@^4.17.20:\n  version "4.17.20"\n',
    );
    const tools = await program(
      path.join(folder, 'bin-yarn'),
      'yarn',
      'test "$1" = --version && echo 4.9.0 || touch ran',
    );

    const { out } = await ask('yarn', ['plan', '--apply'], { tools });

    expect(out).toMatch(/^- not run: yarn upgrade .*\n +yarn 4\.9\.0 does not support this lockfile version$/m);
    await expect(readFile(path.join(folder, 'yarn', 'ran'))).rejects.toThrow('ENOENT');
  });

  it('ends a command at its deadline', async () => {
    const tools = await program(path.join(folder, 'bin-slow'), 'npm', 'sleep 60');
    const name = 'slow';
    await npmProject(path.join(folder, name), { lodash: '^4.17.20' }, { lodash: { version: '4.17.20' } });

    const { code, out } = await ask(name, ['plan', '--apply', '--timeout', '1'], { tools });

    expect(code).toBe(1);
    expect(out).toMatch(/^- failed: npm install .*\n +timed out after 1 s$/m);
  });

  it('ends with 130 when it is interrupted, and the command with it', async () => {
    const tools = await program(path.join(folder, 'bin-told'), 'npm', 'touch begun; sleep 3; touch ended');
    const name = await project('told');
    const stop = new AbortController();
    const begun = path.join(folder, name, 'begun');

    const ending = ask(name, ['plan', '--apply'], { tools, signal: stop.signal });
    await expect
      .poll(
        () =>
          readFile(begun).then(
            () => true,
            () => false,
          ),
        { timeout: 5_000 },
      )
      .toBe(true);
    stop.abort(new Error('SIGINT'));

    expect((await ending).code).toBe(130);
    await expect(readFile(path.join(folder, name, 'ended'))).rejects.toThrow('ENOENT');
  });

  it('makes no command of names that are none', async () => {
    const tools = await program(path.join(folder, 'bin-hostile'), 'npm', 'echo "$@" > ran');
    const name = 'hostile';
    await npmProject(path.join(folder, name), {}, { lodash: { version: '4.17.20' } });
    const file = path.join(folder, name, 'package-lock.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"4.17.20"', '"4.17.20+$(touch x)"'));

    const { out } = await ask(name, ['plan', '--apply'], { tools });

    expect(out).not.toMatch(/npm (?:install|update)/);
    await expect(readFile(path.join(folder, name, 'ran'))).rejects.toThrow('ENOENT');
  });
});
