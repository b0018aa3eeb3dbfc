/**
 * Writes what is generated: `openapi.json` and `docs/errors.md` from the contract, the first list of `docs/env.md` from the settings.
 * With `--check` it writes nothing and exits 1 when any is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorsPage, openapiDocument } from '@almanac/contract';
import { SNAPSHOT_PROBLEMS } from '@almanac/core/snapshots';
import { withVariables } from './env-table.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The generated files by their path from the root, with the text that they should have. */
export function generatedFiles(): Map<string, string> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/server/package.json'), 'utf8')) as {
    version: string;
  };
  // The committed document belongs to no deployment: its server is relative to wherever it is read.
  const document = openapiDocument({ version, serverUrl: '/api/v1' });
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['docs/errors.md', errorsPage(SNAPSHOT_PROBLEMS)],
    ['docs/env.md', withVariables(textOf('docs/env.md') ?? '')],
  ]);
}

/** The generated files whose text on disk is another, or that are not there. */
export function staleFiles(): string[] {
  return [...generatedFiles()].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
}

function textOf(name: string): string | null {
  try {
    return readFileSync(path.join(root, name), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

function write(): void {
  for (const [name, text] of generatedFiles()) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = staleFiles();
    for (const name of stale) console.error(`${name} is stale: run npm run openapi`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    write();
  }
}
