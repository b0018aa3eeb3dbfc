import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../test/support/file-items.ts';
import { metasploit } from './index.ts';

const source = metasploit({ url: 'http://upstream.test/modules.json' });
const module = {
  name: 'Harbour Login Bypass',
  references: ['CVE-2026-1001', 'URL-https://harbour.example'],
  mod_time: '2026-11-14 10:00:00 +0000',
};
const read = (document: unknown) =>
  itemsOf(source, typeof document === 'string' ? document : JSON.stringify(document, null, 2));

describe('metasploit', () => {
  it('yields the modules by their full names, with their own bytes, and then how far it got', async () => {
    const text = `{ "exploit_multi/http/harbour" : ${JSON.stringify(module)} ,"auxiliary_a_b":{"name":"A"}}`;

    const items = await read(text);

    expect(items).toMatchObject([
      {
        key: 'exploit/multi/http/harbour',
        raw: Buffer.from(JSON.stringify(module)),
        modified: new Date('2026-11-14T10:00:00Z'),
      },
      { key: 'auxiliary/a_b', value: { name: 'A' } },
      { complete: true },
      { checkpoint: '"v1"' },
    ]);
  });

  it('sets bad modules aside, under their names where these can be told', async () => {
    const items = await read({
      exploit_a: { ...module, references: 'CVE-2026-1001' },
      exploit_b: null,
      exploit_c: { references: [] },
      exploit: module,
      __proto__x: module,
    });

    expect(items.slice(0, 5)).toMatchObject([
      { key: 'exploit/a', unreadable: expect.stringContaining('references') },
      { key: 'exploit/b', unreadable: expect.any(String) },
      { key: 'exploit/c', unreadable: expect.stringContaining('name') },
      { unreadable: '"exploit" is no type and path of a module' },
      { unreadable: expect.stringContaining('no type and path') },
    ]);
    expect(items[3]).not.toHaveProperty('key');
  });

  it('takes the first of two modules of one name', async () => {
    const items = await read('{"exploit_a":{"name":"A"},"exploit_a":{"name":"B"}}');

    expect(items).toMatchObject([
      { value: { name: 'A' } },
      { key: 'exploit/a', unreadable: expect.stringContaining('second record of this key') },
      {},
      {},
    ]);
  });

  it.each([
    ['a page', '<!doctype html>', 'expected an object'],
    ['a list', '[]', 'expected an object'],
    ['a cut list', '{"exploit_a":{"name":"A"},"exploit_b":{"na', 'the document ends'],
  ])('takes nothing from %s', async (_name, document, reason) => {
    await expect(read(document)).rejects.toThrow(new RegExp(`^metasploit: .*${reason}`));
  });
});
