import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// By its file: under the runner's condition `development` the package is its TypeScript sources, which Node runs in no dependency.
import { checkPackage, createPackageFromTarballData } from '../node_modules/@arethetypeswrong/core/dist/index.js';
import { agentOverStdio } from '../packages/server/test/support/agent.ts';
import { type CveApp, openCveApp } from '../packages/server/test/support/cve-app.ts';
import { IDS } from '../packages/server/test/support/worlds/cve-world.ts';
import { installedLines, programsIn } from './docs-installed.ts';
import { blocksOf, ROOT, readPage } from './docs-pages.ts';
import { installIn, packAll, REPOSITORY, terminalWithNode } from './packages-installed.ts';
import { type Environment, shell } from './quick-start-shell.ts';

const PACKAGES = ['core', 'contract', 'client', 'offline', 'cli', 'mcp'] as const;
/** Those that programs import. */
const LIBRARIES = ['core', 'contract', 'client', 'offline', 'mcp'] as const;
/** The oldest that `engines` allows, and the one that the repository is developed with. */
const NODES = ['22.12.0', '24'] as const;

/** Where it is not `dist/index`. */
const ENTRY: Readonly<Record<string, string>> = { cli: 'dist/bin.js', core: 'dist/versions/index.d.ts' };

const run = promisify(execFile);
const version = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version as string;

let world: CveApp;
let folder: string;
const terminals = new Map<string, Environment | null>();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-packages-'));
  world = await openCveApp();
  const tarballs = await packAll(path.join(folder, 'packed'));
  for (const node of NODES) terminals.set(node, await terminalWithNode(node));
  await installIn(installedIn(), tarballs, terminals.get(NODES[0]) ?? terminals.get(NODES[1]) ?? {});
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

/** Once, by the oldest Node: a newer one runs the same files. */
const installedIn = () => path.join(folder, 'installed');
const tarballOf = (name: string) => readFileSync(path.join(folder, `packed/almanac-${name}-${version}.tgz`));

describe.each(PACKAGES)('the package %s', (name) => {
  const installed = () => path.join(installedIn(), 'node_modules/@almanac', name);
  const read = (file: string) => JSON.parse(readFileSync(path.join(installed(), file), 'utf8'));

  it('has its licence, its README, its types and where it is from, and nothing of the tests', () => {
    const files = globSync('**/*.*', { cwd: installed() });
    const manifest = read('package.json');

    expect(readdirSync(installed()).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(files).toContain(ENTRY[name] ?? 'dist/index.d.ts');
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
    expect(manifest).toMatchObject({
      version,
      license: 'Apache-2.0',
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: `packages/${name}` },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(JSON.stringify(manifest)).not.toMatch(/@almanac\/source|devDependencies|"scripts"/);
  });

  // The command line is bundled: its source maps are published beside it.
  it.skipIf(name === 'cli')('maps what runs to its source, which it carries', () => {
    const scripts = globSync('dist/**/*.js', { cwd: installed() });

    const unmapped = scripts.filter((file) => {
      const { sourcesContent } = read(`${file}.map`) as { sourcesContent?: string[] };
      return (sourcesContent?.[0] ?? '') === '';
    });

    expect([scripts.length > 0, unmapped]).toEqual([true, []]);
  });

  it('passes publint', async () => {
    const { buffer, byteOffset, byteLength } = tarballOf(name);
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);

    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });

    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

it.each(LIBRARIES)('the types of %s are found by every way of resolving an ES module', async (name) => {
  const result = await checkPackage(createPackageFromTarballData(tarballOf(name)));

  const problems = 'problems' in result ? result.problems : ['no types'];
  // ES modules alone: what requires them, and what knows no `exports`, is not meant.
  const ours = problems.filter((problem) => !JSON.stringify(problem).match(/"resolutionKind":"node1(?:0|6-cjs)"/));
  expect(ours).toEqual([]);
});

it('one endpoint with the client is below 35 kB in a browser bundle', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createClient } from '@almanac/client'; import { getCve } from '@almanac/contract';
        globalThis.ask = (id) => createClient({ baseUrl: '/api/v1' }).call(getCve, { params: { id } });`,
      resolveDir: installedIn(),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });

  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;

  console.log(`Client with one endpoint: ${bytes} bytes gzipped`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(35_000);
});

describe.each(['nodenext', 'bundler'])('a TypeScript program that resolves by %s', (resolution) => {
  const readmes = LIBRARIES.flatMap((name) => blocksOf(`packages/${name}/README.md`)).filter(
    ({ language }) => language === 'ts',
  );

  it('compiles as the READMEs write it, and not with a member that there is not', async () => {
    const wrong = `import { createClient } from '@almanac/client';
import { getCve } from '@almanac/contract';
const { data } = await createClient({ baseUrl: '' }).call(getCve, { params: { id: '' } });
console.log(data.cveId);
`;
    const programs = [...readmes.map(({ code }) => code), wrong];

    const mistakes = await compile(programs, resolution);

    expect(readmes).toHaveLength(5);
    expect(mistakes).toEqual([`${resolution}-5.ts(4,18)`]);
  });
});

describe.each(NODES)('installed with Node %s', (node) => {
  function started(): Environment {
    const terminal = terminals.get(node);
    if (terminal === undefined || terminal === null) throw new Error(`There is no Node ${node}`);
    return { ...terminal, ALMANAC_API: `${world.app.url}/api/v1`, HOME: folder };
  }
  const skipped = () => terminals.get(node) === null;

  it('the command line answers as the API does', async (test) => {
    if (skipped()) test.skip();
    const almanac = path.join(installedIn(), 'node_modules/.bin/almanac');
    const [cve, versionLine, nodeLine] = await Promise.all([
      run(almanac, ['cve', IDS.published, '--json'], { env: started() }),
      run(almanac, ['--version'], { env: started() }),
      run('node', ['--version'], { env: started() }),
    ]);
    const { body } = await world.app.get(`/api/v1/cve/${IDS.published}`);

    expect(nodeLine.stdout).toMatch(`v${node}`);
    expect(versionLine.stdout).toBe(`${version}\n`);
    expect(JSON.parse(cve.stdout)).toEqual(body);
  });

  it('the command line scans the folder in which it is called', async (test) => {
    if (skipped()) test.skip();
    const args = [path.join(installedIn(), 'node_modules/.bin/almanac'), 'scan', '--json'];
    const child = spawn('node', args, { env: started(), cwd: path.join(ROOT, 'examples/harbour') });
    const out: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));

    const [code] = await once(child, 'close');

    const { files, exitCode } = JSON.parse(out.join('')) as { files: { components: number }[]; exitCode: number };
    expect([files.map(({ components }) => components).toSorted((a, b) => a - b), exitCode]).toEqual([[3, 7], code]);
    expect(code).toBeOneOf([1, 3]);
  });

  it.for(['core', 'contract', 'client'] as const)('the example in the README of %s runs', async (name, test) => {
    if (skipped()) test.skip();
    const example = blocksOf(`packages/${name}/README.md`).find(({ language }) => language === 'ts');
    const file = path.join(installedIn(), `${name}.mjs`);
    writeFileSync(file, example?.code ?? '');

    const { stdout, stderr } = await run('node', [file], { env: started() });

    expect([stdout, stderr]).toEqual([expect.stringMatching(PRINTED[name]), '']);
  });

  it('the agent tools list themselves, and answer', async (test) => {
    if (skipped()) test.skip();
    const args = [path.join(installedIn(), 'node_modules/.bin/almanac-mcp')];
    const agent = await agentOverStdio({ command: 'node', args, env: started(), cwd: folder });

    const { tools } = await agent.listTools();
    const answer = await agent.callTool({ name: 'lookup_cve_dossier', arguments: { cve_id: IDS.published } });
    await agent.close();

    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['lookup_cve_dossier', 'scan_lockfile']));
    expect(answer).toMatchObject({ structuredContent: { data: { id: IDS.published } } });
  });
});

describe('the README', () => {
  it.each(installedLines(['README.md', 'packages/cli/README.md']))('$page: $line', async ({ line }) => {
    const bin = path.join(installedIn(), 'node_modules/.bin');
    const programs = programsIn(path.join(folder, 'programs'), { cli: `${bin}/almanac`, mcp: `${bin}/almanac-mcp` });
    const terminal: Environment = terminals.get('24') ?? {};
    const env = { ...terminal, PATH: `${programs}${path.delimiter}${terminal['PATH']}`, HOME: folder };
    const cwd = path.join(ROOT, 'examples/harbour');

    const { code, err } = await shell(line, cwd, { ...env, ALMANAC_API: `${world.app.url}/api/v1` }).ended;

    // Few of these packages are in this world: most are unknown.
    expect(code).toBeOneOf([1, 3]);
    expect(err).toBe('');
  });

  it('names packages that there are', () => {
    const named = [...readPage('README.md').matchAll(/@almanac\/(\w+)/g)].map(([, name]) => name);

    expect(named.filter((name) => name !== 'source' && !PACKAGES.some((each) => each === name))).toEqual([]);
    expect(installedLines(['README.md']).length).toBeGreaterThan(0);
  });
});

const PRINTED = {
  core: /^-1\npkg:pypi\/django-rest@1\.0\n/,
  contract: /^\d+ GET \/cve\/:id\nfalse\n$/,
  client: /^pkg:npm\/lodash@4\.17\.20 unknown [^]+\n\d+ sources\n$/,
} as const;

/** Compiles the programs where the packages are installed; the places that are wrong. */
async function compile(programs: readonly string[], resolution: string): Promise<string[]> {
  const at = installedIn();
  const files = programs.map((_, index) => `${resolution}-${index}.ts`);
  for (const [index, file] of files.entries()) writeFileSync(path.join(at, file), programs[index] ?? '');
  const project = path.join(at, `tsconfig.${resolution}.json`);
  const compilerOptions = {
    target: 'es2022',
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
    strict: true,
    // Ours are checked once.
    skipLibCheck: resolution === 'bundler',
    noEmit: true,
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', project], { cwd: at }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.split('\n').flatMap((line) => /^[^ ].*?(?=: error)/.exec(line)?.[0] ?? []);
}
