import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const base = mkdtempSync(path.join(tmpdir(), 'almanac-modes-'));
afterAll(() => rmSync(base, { recursive: true }));

it('a web server under another user reads what a worker with a strict umask publishes', () => {
  const target = path.resolve(import.meta.dirname, '../../src/ingest/snapshots/folder-target.ts');
  const folder = path.join(base, 'snapshot');
  const script = `
    process.umask(0o077);
    const { openFolderTarget } = await import(${JSON.stringify(target)});
    const target = openFolderTarget(${JSON.stringify(folder)});
    await target.write('checkpoint', new Uint8Array(3));
    await target.write('object/ab/abcd', new Uint8Array(3));
    await target.settle();`;

  execFileSync(process.execPath, ['--conditions=@almanac/source', '--input-type=module', '--eval', script]);

  const modes = ['.', ...readdirSync(folder, { recursive: true })].map((name) => {
    const found = statSync(path.join(folder, String(name)));
    return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`;
  });
  expect(new Set(modes)).toEqual(new Set(['folder 755', 'file 644']));
  expect(modes).toHaveLength(5);
});
