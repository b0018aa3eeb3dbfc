import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const base = mkdtempSync(path.join(tmpdir(), 'almanac-modes-'));
afterAll(() => rmSync(base, { recursive: true }));

/** The user of the image, and one of a web server. */
const WORKER = 10_001;
const OTHER = 65_534;
/** Only root may become somebody else. */
const isRoot = process.getuid?.() === 0;

/** Not when the process starts: the program may be where nobody else may look. */
function becoming(user: number): string {
  return isRoot
    ? `function become() { process.setgroups([]); process.setgid(${user}); process.setuid(${user}); }`
    : 'function become() {}';
}

it('a web server under another user reads what a worker with a strict umask publishes', () => {
  const target = path.resolve(import.meta.dirname, '../../src/ingest/snapshots/folder-target.ts');
  const folder = path.join(base, 'snapshot');
  chmodSync(base, 0o755);
  if (isRoot) chownSync(base, WORKER, WORKER);
  const publishing = `
    const { openFolderTarget } = await import(${JSON.stringify(target)});
    become();
    process.umask(0o077);
    const target = openFolderTarget(${JSON.stringify(folder)});
    await target.write('checkpoint', new Uint8Array(3));
    await target.write('object/ab/abcd', new Uint8Array(3));
    await target.settle();`;
  const reading = `
    import { readdirSync, readFileSync } from 'node:fs';
    become();
    const files = readdirSync(${JSON.stringify(folder)}, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    console.log(files.map(({ parentPath, name }) => readFileSync(parentPath + '/' + name).length).join());`;
  const run = (script: string, user: number) =>
    execFileSync(
      process.execPath,
      ['--conditions=@almanac/source', '--input-type=module', '--eval', `${becoming(user)}${script}`],
      { encoding: 'utf8' },
    );

  run(publishing, WORKER);
  const read = run(reading, OTHER);

  const modes = ['.', ...readdirSync(folder, { recursive: true })].map((name) => {
    const found = statSync(path.join(folder, String(name)));
    return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`;
  });
  expect(read).toBe('3,3\n');
  expect(new Set(modes)).toEqual(new Set(['folder 755', 'file 644']));
  expect(modes).toHaveLength(5);
});
