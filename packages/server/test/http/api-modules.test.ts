import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../../src');

/** Every module of a source but its definition. */
const READER = /^sources\/[^/]+\/(?!definition\.ts$)/;

describe('the api process', () => {
  it('loads no reader of a source', async () => {
    const loaded = await chainsFrom(SRC, 'bin/api.ts');

    expect(loaded.has('sources/kev/definition.ts')).toBe(true);
    expect(readersIn(loaded)).toEqual([]);
  });
});

describe('a reader that is loaded', () => {
  it.each([
    ['by its name', `import { kev } from '../sources/kev/index.ts';`],
    ['for its effects', `import '../sources/kev/index.ts';`],
    ['by a type among values', `import { type KevEntry } from '../sources/kev/schema.ts';`],
    ['over several lines', `import {\n  kev,\n} from '../sources/kev/index.ts';`],
    ['by passing it on', `export { kev } from '../sources/kev/index.ts';`],
    ['when it is needed', `const read = async () => import('../sources/kev/index.ts');`],
  ])('is found: %s', async (_how, statement) => {
    const loaded = await chainsOf({ 'queries/state.ts': statement });

    expect(readersIn(loaded)).toEqual([
      expect.stringMatching(/^sources\/kev\/\w+\.ts ← queries\/state\.ts ← bin\/api\.ts$/),
    ]);
  });

  it('is not confused with a type of it, or with its definition', async () => {
    const loaded = await chainsOf({
      'queries/state.ts': `import type { KevEntry } from '../sources/kev/schema.ts';\nimport '../sources/kev/definition.ts';`,
    });

    expect(readersIn(loaded)).toEqual([]);
  });
});

/** Each with the modules by which it is reached. */
function readersIn(loaded: ReadonlyMap<string, readonly string[]>): string[] {
  return [...loaded].filter(([module]) => READER.test(module)).map(([, chain]) => chain.join(' ← '));
}

async function chainsOf(modules: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, readonly string[]>> {
  const root = await mkdtemp(path.join(tmpdir(), 'almanac-modules-'));
  const empty = ['index', 'schema', 'definition'].map((name) => [`sources/kev/${name}.ts`, ''] as const);
  const files: Record<string, string> = {
    'bin/api.ts': `import '../queries/state.ts';`,
    ...Object.fromEntries(empty),
    ...modules,
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.join(root, path.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    return await chainsFrom(root, 'bin/api.ts');
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Every module below `root` that the first one loads, with the chain of modules that leads to it. */
async function chainsFrom(root: string, first: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const chains = new Map<string, readonly string[]>([[first, [first]]]);
  for (const [module, chain] of chains) {
    const text = await readFile(path.join(root, module), 'utf8');
    for (const imported of importsOf(text)) {
      const name = path.relative(root, path.resolve(root, path.dirname(module), imported));
      if (!chains.has(name)) chains.set(name, [name, ...chain]);
    }
  }
  return chains;
}

/** Paths that are loaded with the module, or by it later; what is imported as a type alone is not. */
function importsOf(text: string): string[] {
  const statements = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
  return [...text.matchAll(statements)].flatMap(([, loaded, later]) => loaded ?? later ?? []);
}
