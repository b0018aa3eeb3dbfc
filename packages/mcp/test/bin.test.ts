import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const bin = path.resolve(import.meta.dirname, '../src/bin.ts');

it.each(['nonsense', 'file:///etc', 'http://name:word@localhost'])(
  'refuses to ask %s, and does not repeat it',
  (given) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=@almanac/source', bin], {
      env: { ALMANAC_API: given },
      encoding: 'utf8',
    });

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^ALMANAC_API is no address/);
    expect(stderr).not.toContain(given);
  },
);
