import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf, type CodeBlock, markdownFiles, ROOT } from './docs-pages.ts';

const pages = markdownFiles().filter((name) => /^docs\/(?:how-to\/)?[^/]+$/.test(name));
const blocks = pages.flatMap(blocksOf);
const typescript = blocks.filter(({ language }) => language === 'ts');
const commands = blocks.filter(({ language, code }) => language === 'sh' && code.startsWith('# run\n'));

/** Below node_modules, so that packages are found from there and no other tool looks at it. */
const cache = path.join(ROOT, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(path.join(cache, 'docs-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As in a new shell: Vitest sets variables of its own, `BASE_URL` among them. */
const PLAIN = {
  PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: process.env['HOME'],
};

describe('examples in the documents', () => {
  it('are found', () => {
    expect(typescript.length).toBeGreaterThan(4);
    expect(commands.length).toBeGreaterThan(0);
  });

  it('have the types of the code that they show', { timeout: 60_000 }, () => {
    const files = typescript.map((block, index) => {
      const name = `${block.page.replaceAll('/', '.')}.${index}.ts`;
      writeFileSync(path.join(folder, name), inPlace(block));
      return name;
    });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), tsconfig(files));
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');

    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });

    // Mistakes in the code itself are for `npm run check:types` to name.
    const mistakes = stdout.split('\n').filter((line) => line !== '' && !/^(?:\.\.\/| )/.test(line));
    expect(mistakes).toEqual([]);
    expect(stderr).toBe('');
  });

  it.each(commands)('run: $code', { timeout: 60_000 }, ({ code }) => {
    const { status, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', code], {
      cwd: ROOT,
      encoding: 'utf8',
      env: PLAIN,
    });

    expect(status === 0 ? '' : stderr).toBe('');
  });
});

/** An example names its file in its first line; its relative imports are those of a file that stands there. */
function inPlace({ page, code }: CodeBlock): string {
  const [, file] = /^\/\/ (packages\/[\w./-]+\.ts)\b/.exec(code) ?? [];
  if (file === undefined) throw new Error(`${page}: an example begins with the path of its file, as a comment`);
  const here = path.dirname(path.join(ROOT, file));
  return code.replaceAll(/ from '(\.[^']+)'/g, (_match, target: string) => {
    const relative = path.relative(folder, path.resolve(here, target));
    return ` from '${relative}'`;
  });
}

function tsconfig(files: readonly string[]): string {
  const base = path.join(ROOT, 'tsconfig.base.json');
  return JSON.stringify({
    extends: base,
    compilerOptions: { noEmit: true, types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] },
    files,
  });
}
