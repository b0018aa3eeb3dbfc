import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postPurls } from '@almanac/contract';
import { LOCKFILE_KINDS, lockfileKindOf } from '@almanac/core/lockfiles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';
import { terminalEnvironment } from './quick-start-shell.ts';

const { load, loadAll } = createRequire(path.join(ROOT, 'packages/core/package.json'))('js-yaml') as {
  load(text: string): unknown;
  loadAll(text: string): unknown[];
};
const { version } = JSON.parse(readPage('package.json')) as { version: string };

/** An API that knows one vulnerability: every package has it where `affected` is set, and none is known otherwise. */
let api: Server;
let affected: boolean;
let folder: string;
beforeAll(async () => {
  api = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { purls, ids } = JSON.parse(Buffer.concat(parts).toString()) as { purls?: string[]; ids?: string[] };
      const results = purls?.map((purl) => answerTo(purl)) ?? ids?.map((id) => ({ id, status: 'unknown' }));
      const coverage = { coverage: [], asOf: '2026-11-15T08:00:00.000Z' };
      response.end(JSON.stringify({ success: true, data: { results }, ...coverage, timestamp: coverage.asOf }));
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-pipelines-'));
  cpSync(path.join(ROOT, 'examples/harbour'), path.join(folder, 'project'), { recursive: true });
  // In place of npm's: says what it was asked for, and runs the command line of this checkout.
  const npx = path.join(folder, 'npx');
  const bin = path.join(ROOT, 'packages/cli/src/bin.ts');
  writeFileSync(
    npx,
    `#!/bin/bash\nprintf '%s\\n' "$@" >'${folder}/asked'\nshift 2\nexec node --conditions=@almanac/source '${bin}' "$@"\n`,
  );
  chmodSync(npx, 0o755);
});
beforeEach(() => {
  affected = false;
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

/** The example of the contract, of this package. */
function answerTo(purl: string) {
  const [example] = postPurls.example.results;
  return affected
    ? { ...example, purl }
    : { ...example, purl, verdict: 'none_known', verdictReason: 'by test', total: 0, matches: [] };
}

/** Runs a script as a runner does; the words with which the command line was called. */
async function run(shell: readonly string[], script: string, variables: Readonly<Record<string, string>>) {
  const output = path.join(folder, 'output');
  const steps = path.join(folder, 'summary');
  for (const file of [output, steps]) writeFileSync(file, '');
  const terminal = terminalEnvironment();
  const { port } = api.address() as AddressInfo;
  const env = {
    ...terminal,
    PATH: `${folder}:${terminal['PATH']}`,
    ALMANAC_API: `http://127.0.0.1:${port}`,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: steps,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ...variables,
  };
  const [program = '', ...args] = shell;
  const ended = await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(program, [...args, script], { cwd: path.join(folder, 'project'), env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
  const asked = readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n');
  return { ...ended, asked, output: readFileSync(output, 'utf8'), summary: readFileSync(steps, 'utf8') };
}

/** Decides the example's vulnerability away in every package of the lockfile. */
function decideAll(): string {
  const [example] = postPurls.example.results;
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'project/package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const names = Object.keys(packages).flatMap((name) => name.split('node_modules/')[1] ?? []);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const decisions = names.map((name) =>
    [
      '[[decision]]',
      `vulnerability = "${example?.matches?.[0]?.id}"`,
      `package = "pkg:npm/${name.replace('@', '%40')}"`,
      'status = "not_affected"',
      'justification = "component_not_present"',
      'reason = "of a test"',
      'author = "ada"',
      `decided = ${day(-1)}`,
      `expires = ${day(30)}`,
    ].join('\n'),
  );
  return `version = 1\n\n${decisions.join('\n\n')}\n`;
}

describe('action.yml', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
    readonly runs: {
      readonly steps: readonly {
        readonly uses?: string;
        readonly run?: string;
        readonly env?: Readonly<Record<string, string>>;
      }[];
    };
  }
  const action = load(readPage('action.yml')) as Action;
  const { run: script = '', env: taken = {} } = action.runs.steps.find((step) => step.run !== undefined) ?? {};
  const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];
  const given = (inputs: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(taken)
        .filter(([name]) => name !== 'ALMANAC_API')
        .map(([name, value]) => {
          const [, input = ''] = /inputs\.([\w-]+)/.exec(value) ?? [];
          return [name, inputs[input] ?? action.inputs[input]?.default ?? ''];
        }),
    );

  it('takes every input to the script, and nothing into its text', () => {
    const used = Object.values(taken).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1]);

    expect(new Set([...used, 'node-version'])).toEqual(new Set(Object.keys(action.inputs)));
    expect(script).not.toContain('${{');
  });

  it('names other actions by their commit', () => {
    const uses = action.runs.steps.flatMap((step) => step.uses ?? []);

    expect(uses.filter((each) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(each))).toEqual([]);
    expect(uses).toHaveLength(2);
  });

  it('scans the checkout with the version of this release', async () => {
    const { code, asked, output, summary } = await run(bash, script, given({}));

    expect([code, output]).toEqual([0, 'exit-code=0\n']);
    expect(asked).toEqual([
      '--yes',
      `@almanac/cli@${version}`,
      'scan',
      '--format=github',
      expect.stringMatching(/^--format=markdown=/),
      '--',
    ]);
    expect(summary).toMatch(/none known/);
  });

  it('annotates what it finds and sums it up, or prints a table', async () => {
    affected = true;

    const annotated = await run(bash, script, given({ paths: 'package-lock.json' }));
    const plain = await run(
      bash,
      script,
      given({ paths: 'package-lock.json', annotations: 'false', summary: 'false' }),
    );

    expect(annotated.out).toMatch(/^::(?:error|warning|notice) file=package-lock\.json,line=\d+,title=/m);
    expect(annotated.summary).toContain(String(postPurls.example.results[0]?.matches[0]?.id));
    expect([plain.asked[3], plain.asked[4], plain.summary]).toEqual(['--format=table', '--', '']);
    expect(plain.out).not.toContain('::');
  });

  it('scans from a snapshot, and says what is missing without a place to ask', async () => {
    const nowhere = await run(bash, script, { ...given({}), ALMANAC_API: '' });
    const inputs = { snapshot: 'https://almanac.example/snapshot', 'snapshot-key': 'a+b' };
    const offline = await run(bash, script, given(inputs));

    expect([nowhere.code, nowhere.err]).toEqual([2, 'Set api or snapshot.\n']);
    expect(offline.asked.slice(3, 5)).toEqual(['--snapshot=https://almanac.example/snapshot', '--key=a+b']);
  });

  it('ends as the scan does, with its SARIF written', async () => {
    affected = true;
    const inputs = { paths: 'package-lock.json\nrequirements.txt', 'fail-on': 'high\nlow', sarif: 'out.sarif' };

    const { code, asked, output } = await run(bash, script, given({ ...inputs, 'allow-unknown': 'not_covered' }));

    expect([code, output]).toEqual([1, 'exit-code=1\n']);
    expect(asked.slice(3)).toEqual([
      '--fail-on=high',
      '--fail-on=low',
      '--allow-unknown=not_covered',
      '--format=sarif=out.sarif',
      '--format=github',
      expect.stringMatching(/^--format=markdown=/),
      '--',
      'package-lock.json',
      'requirements.txt',
    ]);
    const sarif = JSON.parse(readFileSync(path.join(folder, 'project/out.sarif'), 'utf8'));
    expect([sarif.version, sarif.runs.length]).toEqual(['2.1.0', 1]);
  });

  it('takes the decisions of the base branch, so that a pull request cannot decide its own findings away', async () => {
    affected = true;
    const repository = path.join(folder, 'origin');
    const git = (...args: string[]) => execFileSync('git', ['-C', path.join(folder, 'project'), ...args]);
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.email', 'ada@example.org');
    git('config', 'user.name', 'ada');
    git('add', '.');
    git('commit', '--quiet', '--message=Begin');
    git('clone', '--quiet', '--bare', '.', repository);
    git('remote', 'add', 'origin', repository);
    writeFileSync(path.join(folder, 'project/almanac.toml'), decideAll());
    const ask = (input: string, base = 'main') =>
      run(bash, script, { ...given({ decisions: input, paths: 'package-lock.json' }), GITHUB_BASE_REF: base });

    const tidy = new DisposableStack();
    tidy.defer(() => rmSync(path.join(folder, 'project/almanac.toml'), { force: true }));
    tidy.defer(() => rmSync(path.join(folder, 'project/.git'), { recursive: true }));
    using _ = tidy;

    const ofBase = await ask('base');
    const ofCheckout = await ask('checkout');
    const ofPush = await ask('base', '');
    const none = await ask('none');
    const unknown = await ask('mine');
    const noBranch = await ask('base', 'gone');
    git('add', 'almanac.toml');
    git('commit', '--quiet', '--message=Decide');
    git('push', '--quiet', 'origin', 'main');
    const merged = await ask('base');

    expect([ofBase, none].map(({ code, asked }) => [code, asked[5]])).toEqual([
      [1, '--no-decisions'],
      [1, '--no-decisions'],
    ]);
    expect([ofCheckout, ofPush].map(({ code, asked }) => [code, asked[5]])).toEqual([
      [0, '--'],
      [0, '--'],
    ]);
    expect([unknown.code, noBranch.code]).toEqual([2, 2]);
    expect([merged.code, merged.asked[6]]).toEqual([0, expect.stringMatching(/^--decisions-from=.*decisions\.toml$/)]);
  });

  it('runs nothing that an input holds', async () => {
    const { code, asked } = await run(bash, script, given({ paths: '$(touch taken); `touch taken`', 'fail-on': '' }));

    expect([code, asked.at(-1)]).toEqual([2, '$(touch taken); `touch taken`']);
    expect(() => readFileSync(path.join(folder, 'project/taken'))).toThrow('ENOENT');
  });
});

describe('the template for GitLab', () => {
  const [head, body] = loadAll(readPage('templates/almanac-scan.yml')) as [
    { spec: { inputs: Record<string, { default?: string }> } },
    {
      'almanac-scan': {
        script: string[];
        variables: Record<string, string>;
        artifacts: { reports: Record<string, string> };
      };
    },
  ];
  const { script, variables, artifacts } = body['almanac-scan'];
  const given = (inputs: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(variables)
        .filter(([name]) => !['ALMANAC_API', 'XDG_CACHE_HOME'].includes(name))
        .map(([name, value]) => {
          const [, input = ''] = /inputs\.(\w+)/.exec(value) ?? [];
          return [name, inputs[input] ?? head.spec.inputs[input]?.default ?? ''];
        }),
    );
  const sh = ['sh', '-e', '-c'];

  it('uses every input that it declares, and no other', () => {
    const used = [...readPage('templates/almanac-scan.yml').matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(
      ([, name]) => name,
    );

    expect(new Set(used)).toEqual(new Set(Object.keys(head.spec.inputs)));
  });

  it('ends as the scan does, and leaves its result', async () => {
    const clean = await run(sh, script.join('\n'), given({}));
    affected = true;
    const found = await run(sh, script.join('\n'), given({ fail_on: 'high low', allow_unknown: 'not_covered' }));

    expect([clean.code, found.code]).toEqual([0, 1]);
    expect(clean.asked[1]).toBe(`@almanac/cli@${version}`);
    expect(found.asked.slice(6)).toEqual(['--fail-on=high', '--fail-on=low', '--allow-unknown=not_covered']);
    const report = (name: string) => JSON.parse(readFileSync(path.join(folder, 'project', name), 'utf8'));
    expect(report('almanac.json').exitCode).toBe(1);
    expect(report(artifacts.reports['dependency_scanning'] ?? '')).toMatchObject({
      scan: { type: 'dependency_scanning', status: 'success' },
      vulnerabilities: expect.arrayContaining([expect.objectContaining({ location: expect.any(Object) })]),
    });
    expect(found.out).toMatch(/affected/);
  });

  it('scans from a snapshot, and takes the decisions of the target branch or none', async () => {
    const inputs = { snapshot: 'https://almanac.example/snapshot', snapshot_key: 'a+b', decisions: 'none' };
    const offline = await run(sh, script.join('\n'), given(inputs));
    const request = await run(sh, script.join('\n'), { ...given({}), CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'gone' });
    const nowhere = await run(sh, script.join('\n'), { ...given({}), ALMANAC_API: '' });
    const unknown = await run(sh, script.join('\n'), given({ decisions: 'mine' }));

    expect(offline.asked.slice(6)).toEqual([
      '--snapshot=https://almanac.example/snapshot',
      '--key=a+b',
      '--no-decisions',
    ]);
    expect(request.asked.slice(6)).toEqual(['--no-decisions']);
    expect(request.err).toContain('No decisions count');
    expect([nowhere.code, unknown.code]).toEqual([2, 2]);
  });
});

describe('the hook for pre-commit', () => {
  const [hook] = load(readPage('.pre-commit-hooks.yaml')) as [{ entry: string; files: string }];

  it('scans the files of a commit with the version of this release', async () => {
    const { code, asked } = await run(['bash', '-ec'], `${hook.entry} package-lock.json`, {});

    expect(code).toBe(0);
    expect(asked).toEqual(['--yes', `@almanac/cli@${version}`, 'scan', 'package-lock.json']);
  });

  it.each([...LOCKFILE_KINDS, 'npm-shrinkwrap.json', 'requirements-dev.txt', 'sub/yarn.lock'])('is for %s', (name) => {
    expect(lockfileKindOf(name)).not.toBeNull();
    expect(name).toMatch(new RegExp(hook.files));
  });

  it.each(['package.json', 'notes.txt', 'yarn.lock.orig', 'Cargo.toml'])('is not for %s', (name) => {
    expect(name).not.toMatch(new RegExp(hook.files));
  });
});
