import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
const run = promisify(execFile);

const REFUSAL = /no-restricted-(imports|properties|globals)|no-process-env|max-lines-per-function/;
const LONG_FUNCTION = `export function f() {\n${'f();\n'.repeat(99)}}`;

/** What each folder may not do, broken once on purpose: a rule with a pattern that matches no file would let it pass. */
const BROKEN: readonly (readonly [string, string, string])[] = [
  ['core uses Node', 'packages/core/src/ids/x.ts', `import 'node:fs';`],
  ['core imports a package', 'packages/core/src/ids/x.ts', `import '@almanac/contract';`],
  ['core has a clock', 'packages/core/src/ids/x.ts', `export const t = Date.now();`],
  ['core is random', 'packages/core/src/ids/x.ts', `export const r = Math.random();`],
  ['contract imports the server', 'packages/contract/src/x.ts', `import '@almanac/server';`],
  ['snapshots are read with the contract', 'packages/offline/src/node/x.ts', `import '@almanac/contract';`],
  ['snapshots are read in browsers by Node', 'packages/offline/src/browser/x.ts', `import 'node:fs';`],
  ['the command line imports the server', 'packages/cli/src/commands/x.ts', `import '@almanac/server';`],
  ['the command line reads the environment itself', 'packages/cli/src/x.ts', `export const e = process.env;`],
  ['the agent tools import the server', 'packages/mcp/src/tools/x.ts', `import '@almanac/server';`],
  ['the agent tools read the environment', 'packages/mcp/src/x.ts', `export const e = process.env;`],
  ['twins know the contract', 'packages/twins/src/kev/x.ts', `import '@almanac/contract';`],
  ['platform imports a query', 'packages/server/src/platform/x.ts', `import '../queries/kev.ts';`],
  ['a source imports the store', 'packages/server/src/sources/kev/x.ts', `import '../../store/record.ts';`],
  ['a source opens its own connection', 'packages/server/src/sources/kev/x.ts', `import 'undici';`],
  ['a projection reads the database', 'packages/server/src/projections/x.ts', `import 'kysely';`],
  ['a reader imports a projection', 'packages/server/src/sources/kev/x.ts', `import '../../projections/fields.ts';`],
  ['the store imports a query', 'packages/server/src/store/x.ts', `import '../queries/kev.ts';`],
  ['a query imports ingest', 'packages/server/src/queries/x.ts', `import '../ingest/run-source.ts';`],
  ['a query imports the application', 'packages/server/src/queries/x.ts', `import '../app/deps.ts';`],
  ['the application writes SQL', 'packages/server/src/app/cve/x.ts', `import 'kysely';`],
  ['the application knows Fastify', 'packages/server/src/app/cve/x.ts', `import 'fastify';`],
  ['the application imports a route', 'packages/server/src/app/cve/x.ts', `import '../../http/route.ts';`],
  [
    'the application imports a page',
    'packages/server/src/app/cve/x.ts',
    `import type { T } from '../../web/markup.ts';`,
  ],
  ['the application imports ingest', 'packages/server/src/app/cve/x.ts', `import '../../ingest/run-source.ts';`],
  ['the application imports a reader', 'packages/server/src/app/sources/x.ts', `import '../../sources/kev/index.ts';`],
  ['ingest writes SQL', 'packages/server/src/ingest/x.ts', `import 'kysely';`],
  ['ingest imports a route', 'packages/server/src/ingest/x.ts', `import '../http/routes/index.ts';`],
  ['a route imports a source', 'packages/server/src/http/routes/meta/x.ts', `import '../../../sources/kev/index.ts';`],
  ['a page imports a source', 'packages/server/src/web/x.ts', `import '../sources/kev/definition.ts';`],
  ['the application imports a source', 'packages/server/src/app/cve/x.ts', `import '../../sources/kev/index.ts';`],
  ['a route imports the store', 'packages/server/src/http/routes/meta/x.ts', `import '../../../store/runs.ts';`],
  ['a route imports ingest', 'packages/server/src/http/routes/meta/x.ts', `import '../../../ingest/run-source.ts';`],
  ['the cache imports the pipeline', 'packages/server/src/http/cache/x.ts', `import '../pipeline.ts';`],
  ['admission imports a route', 'packages/server/src/http/admission/x.ts', `import '../routes/index.ts';`],
  ['authentication reads the database', 'packages/server/src/http/auth/x.ts', `import '../../queries/kev.ts';`],
  ['browser code uses Node', 'packages/server/src/web/browser/x.ts', `import 'node:fs';`],
  ['browser code loads schemas', 'packages/server/src/web/browser/x.ts', `import { RATES } from '@almanac/contract';`],
  ['browser code reads the database', 'packages/server/src/web/browser/x.ts', `import '../../queries/ghsa.ts';`],
  ['a page writes SQL', 'packages/server/src/web/x.ts', `import 'pg';`],
  ['the server imports a twin', 'packages/server/src/bin/x.ts', `import '@almanac/twins';`],
  ['a function has 101 lines', 'packages/core/src/ids/x.ts', LONG_FUNCTION],
  ['the environment is read outside bin', 'packages/server/src/http/x.ts', `export const e = process.env;`],
];

const ALLOWED: readonly (readonly [string, string, string])[] = [
  [
    'a route asks for a refresh',
    'packages/server/src/http/routes/meta/x.ts',
    `import '../../../app/sources/request-refresh.ts';`,
  ],
  ['a route reads the catalogue', 'packages/server/src/http/routes/cve/x.ts', `import '../../sources/catalogue.ts';`],
  ['the application reads the catalogue', 'packages/server/src/app/x.ts', `import '../sources/catalogue.ts';`],
  ['a route gives access', 'packages/server/src/http/routes/access/x.ts', `import '../../../store/access.ts';`],
  ['a route names the tables', 'packages/server/src/app/deps.ts', `import '../store/database.ts';`],
  [
    'browser code names types of the contract',
    'packages/server/src/web/browser/x.ts',
    `import type { PurlAnswer } from '@almanac/contract';`,
  ],
  ['the program reads the environment', 'packages/cli/src/bin.ts', `export const e = process.env;`],
  ['the agent tools’ program reads the environment', 'packages/mcp/src/bin.ts', `export const e = process.env;`],
  ['the cache uses the application', 'packages/server/src/http/cache/x.ts', `import '../../app/errors.ts';`],
  ['a route serves the agent tools', 'packages/server/src/http/mcp/x.ts', `import '@almanac/mcp';`],
  ['a function has 100 lines', 'packages/core/src/ids/x.ts', LONG_FUNCTION.replace('f();\n', '')],
  ['a test has 101 lines', 'packages/core/src/ids/x.test.ts', LONG_FUNCTION],
  ['a test uses a twin', 'packages/server/test/x.test.ts', `import '@almanac/twins';`],
];

/** Every way to import: a cycle of types alone is a cycle too. */
const IMPORTS = ['import { x }', 'import type { x }', 'import { type x }', 'export { x }', 'export type { x }'];

describe('import directions', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-lint-'));
    await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(BROKEN)('%s: refused', async (_name, file, code) => {
    expect(await restrictions(file, code)).toMatch(REFUSAL);
  });

  it.each(ALLOWED)('%s: allowed', async (_name, file, code) => {
    expect(await restrictions(file, code)).not.toMatch(REFUSAL);
  });

  it.each(IMPORTS)('%s in a circle of three files: refused', async (form) => {
    await write('packages/core/src/ids/y.ts', `${form} from './z.ts';`);
    await write('packages/core/src/ids/z.ts', `${form} from './x.ts';`);

    expect(await restrictions('packages/core/src/ids/x.ts', `${form} from './y.ts';`)).toMatch(/no-cycle/);
  });

  it.each(IMPORTS)('%s in a row of three files: allowed', async (form) => {
    await write('packages/core/src/ids/y.ts', `${form} from './z.ts';`);
    await write('packages/core/src/ids/z.ts', 'export const x = 1;');

    expect(await restrictions('packages/core/src/ids/x.ts', `${form} from './y.ts';`)).not.toMatch(/no-cycle/);
  });

  async function write(file: string, code: string): Promise<string> {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, code);
    return target;
  }

  async function restrictions(file: string, code: string): Promise<string> {
    const target = await write(file, code);
    try {
      const { stdout } = await run(process.execPath, [oxlint, file], { cwd: folder });
      return stdout;
    } catch (error) {
      return (error as { stdout: string }).stdout;
    } finally {
      await rm(target);
    }
  }
});
