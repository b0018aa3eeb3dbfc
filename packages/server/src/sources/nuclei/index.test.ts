import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../test/support/file-items.ts';
import { nuclei } from './index.ts';

const source = nuclei({ url: 'http://upstream.test/cves.json' });
const line = (ID: string) => JSON.stringify({ ID, Info: { Name: 'Harbour - Login Bypass' } });
const read = (...lines: readonly string[]) => itemsOf(source, lines.map((text) => `${text}\n`).join(''));

describe('nuclei', () => {
  it('yields the lines with their own bytes, and then how far it got', async () => {
    const items = await read(line('CVE-2026-1001'), '', line('CVE-2026-1002'));

    expect(items).toMatchObject([
      { key: 'CVE-2026-1001', raw: Buffer.from(line('CVE-2026-1001')) },
      { key: 'CVE-2026-1002' },
      { complete: true },
      { checkpoint: '"v1"' },
    ]);
  });

  it('sets bad lines aside, with their key where it can be told', async () => {
    const items = await read(
      line('CVE-2026-1001').slice(0, -1),
      '{"ID":"CVE-2026-1002","Info":{"Name":7}}',
      'null',
      line('CVE-2026-1003'),
    );

    expect(items.slice(0, 4)).toMatchObject([
      { key: 'CVE-2026-1001', unreadable: expect.any(String) },
      { key: 'CVE-2026-1002', unreadable: expect.stringContaining('Info.Name') },
      { unreadable: expect.any(String) },
      { key: 'CVE-2026-1003', value: expect.anything() },
    ]);
    expect(items[2]).not.toHaveProperty('key');
  });

  it('takes a last line that has no end, if it is whole', async () => {
    expect(await itemsOf(source, line('CVE-2026-1001'))).toHaveLength(3);
  });

  it.each([
    ['a cut list', `${line('CVE-2026-1001')}\n${line('CVE-2026-1002').slice(0, 30)}`, 'the last line is cut'],
    ['a page', '<!doctype html>\n<p>Sign in</p>\n', 'none of its lines is a template'],
  ])('takes nothing from %s', async (_name, document, reason) => {
    await expect(itemsOf(source, document)).rejects.toThrow(`nuclei: ${reason}`);
  });
});
