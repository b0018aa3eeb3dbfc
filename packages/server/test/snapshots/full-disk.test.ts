import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';

const disk = mkdtempSync(path.join(os.tmpdir(), 'almanac-disk-'));
const isMounted = mountSmall();
if (!isMounted) console.log('Skipping the test of a full disk: this user may not mount one.');

afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

it.skipIf(!isMounted)('a write that finds the disk full leaves nothing behind', async () => {
  const target = openFolderTarget(disk);
  await target.write('object/aa/small', randomBytes(100 << 10));

  await expect(target.write('object/aa/large', randomBytes(400 << 10))).rejects.toThrow('ENOSPC');
  const left = readdirSync(path.join(disk, 'object/aa'));
  await target.write('object/aa/next', randomBytes(100 << 10));

  expect(left).toEqual(['small']);
  expect(await target.has('object/aa/next', 100 << 10)).toBe(true);
});

function mountSmall(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
