import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../test/support/file-items.ts';
import { nuclei } from './nuclei/index.ts';

const source = nuclei({ url: 'http://upstream.test/cves.json' });
const line = '{"ID":"CVE-2026-1001","Info":{"Name":"A"}}\n';

describe('a source that is one file', () => {
  it('yields nothing while the file has not changed', async () => {
    expect(await itemsOf(source, line, '"v1"')).toEqual([]);
  });

  it('is read when it has', async () => {
    expect(await itemsOf(source, line, '"v0"')).toHaveLength(3);
  });

  it('refuses any other answer', async () => {
    await expect(itemsOf(source, 404)).rejects.toThrow('nuclei: upstream.test answers 404');
  });
});
