import { describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { channelsSource } from './index.ts';

const OLD = 'a'.repeat(40);
const NEW = 'b'.repeat(40);
const url = 'http://upstream.test';
const statusUrl = 'http://status.test/query';

const row = (channel: string, revision: string, labels: object = { status: 'stable', current: '1' }) =>
  `{"metric": {"channel":"${channel}","revision":"${revision}",${JSON.stringify(labels).slice(1)}, "value":[1.5,"1"]}`;
const time = (channel: string, seconds: number) => `{"metric":{"channel":"${channel}"},"value":[1.5,"${seconds}"]}`;
const answer = (...rows: readonly string[]) =>
  `{"status":"success","data":{"resultType":"vector","result":[${rows.join(',')}]}}`;

interface Given {
  readonly revisions: Readonly<Record<string, string | number>>;
  readonly rows?: string | number;
  readonly times?: string | number;
  readonly named?: readonly string[];
  readonly since?: string | null;
}

async function read({ revisions, rows = 500, times = 500, named = [], since = null }: Given) {
  const told = (given: string | number) => (typeof given === 'number' ? httpAnswer(given) : httpAnswer(200, given));
  const deps = sourceDeps({
    http: {
      async get(address) {
        if (address.endsWith('=channel_revision')) return told(rows);
        if (address.endsWith('=channel_update_time')) return told(times);
        const lastModified = 'Tue, 15 Sep 2026 07:00:00 GMT';
        return { ...told(revisions[address.split('/')[3] ?? ''] ?? 404), lastModified };
      },
      download: () => Promise.reject(new Error('nothing is downloaded')),
    },
  });
  const source = channelsSource({ url, releasesUrl: url, statusUrl, channels: named });
  const items: object[] = [];
  let failure = '';
  try {
    for await (const item of source.channels.bulk?.read(deps, since, AbortSignal.timeout(5_000)) ?? [])
      items.push(item);
  } catch (error) {
    failure = (error as Error).message;
  }
  return { items, failure };
}

const movedAt = new Date('2026-09-15T07:00:00Z');

describe('channels', () => {
  it('yields each channel that is named, with what was told of it', async () => {
    const rows = row('nixos-26.05', NEW, { status: 'stable', variant: 'primary', current: '1' });
    const { items, failure } = await read({
      revisions: { 'nixos-26.05': NEW, 'nixos-unstable': OLD },
      rows: answer(rows),
      times: answer(time('nixos-26.05', 7)),
      named: ['nixos-unstable'],
    });

    expect(failure).toBe('');
    expect(items).toMatchObject([
      { key: 'nixos-unstable', value: { revision: OLD, status: null, variant: null, current: null } },
      {
        key: 'nixos-26.05',
        value: { revision: NEW, status: 'stable', variant: 'primary', current: true, updatedAt: movedAt },
        modified: movedAt,
      },
      { checkpoint: JSON.stringify({ 'nixos-unstable': OLD, 'nixos-26.05': NEW }) },
      { complete: true },
    ]);
    expect(Buffer.from((items[1] as { raw: Uint8Array }).raw).toString()).toBe(
      `{"channel":"nixos-26.05","git-revision":"${NEW}","last-modified":"Tue, 15 Sep 2026 07:00:00 GMT",` +
        `"channel_revision":[${rows.replaceAll(' ', '').replace('1.5', 'null')}],` +
        `"channel_update_time":[${time('nixos-26.05', 7).replace('1.5', 'null')}]}`,
    );
  });

  it('yields the same bytes whenever it is asked, as long as the state is the same', async () => {
    const at = (seconds: number) =>
      read({
        revisions: { a: NEW },
        rows: answer(row('a', NEW).replace('1.5', `${seconds}.25`)),
        times: answer(time('a', 7).replace('1.5', `${seconds}.25`)),
      });
    const [first, second] = [await at(1_790_000_000), await at(1_790_000_600)];

    const bytes = ({ items }: typeof first) => Buffer.from((items[0] as { raw: Uint8Array }).raw).toString();
    expect(bytes(second)).toBe(bytes(first));
    expect(bytes(first)).toContain('"value":[null,"7"]');
  });

  it('believes the channel, whatever the two rows after a move say', async () => {
    const { items } = await read({
      revisions: { a: NEW },
      rows: answer(row('a', OLD, { status: 'beta' }), row('a', NEW, { status: 'stable' })),
      times: answer(time('a', 7)),
    });

    expect(items[0]).toMatchObject({ value: { revision: NEW, status: 'stable' } });
  });

  it('follows revisions while nobody says how channels are, and says so', async () => {
    const since = JSON.stringify({ a: OLD, b: OLD });

    const { items, failure } = await read({ revisions: { a: OLD, b: NEW }, rows: 503, named: ['a', 'b'], since });

    expect(items).toMatchObject([{ present: 'a' }, { key: 'b', value: { revision: NEW, status: null } }, {}]);
    expect(items.at(-1)).toEqual({ checkpoint: JSON.stringify({ a: OLD, b: NEW }) });
    expect(failure).toBe('channels: channel_revision answers 503; channel_update_time answers 500');
  });

  it.each([
    ['<html>', 'a/git-revision is "<html>" and no revision'],
    [503, 'a/git-revision answers 503'],
  ])('leaves a channel alone that says %s', async (revision, reason) => {
    const { items, failure } = await read({
      revisions: { a: revision, b: NEW },
      rows: answer(row('a', OLD), row('b', NEW)),
      times: answer(time('a', 1)),
      since: JSON.stringify({ a: OLD }),
    });

    expect(items).toMatchObject([
      { present: 'a' },
      { key: 'b' },
      { checkpoint: JSON.stringify({ a: OLD, b: NEW }) },
      { complete: true },
    ]);
    expect(failure).toBe(`channels: ${reason}`);
  });

  it.each([
    ['a page', '<html>', 'channel_revision: '],
    ['an error', '{"status":"error"}', 'not what Prometheus answers'],
    ['no rows', answer(), 'names no channel'],
    ['a cut answer', answer(row('a', NEW)).slice(0, -9), 'channel_revision: '],
  ])('takes no labels from %s, and nothing for removed', async (_name, rows, reason) => {
    const { items, failure } = await read({ revisions: { a: NEW }, rows, times: answer(time('a', 1)), named: ['a'] });

    expect(items).toMatchObject([
      { key: 'a', value: { revision: NEW, status: null } },
      { checkpoint: expect.any(String) },
    ]);
    expect(failure).toContain(reason);
  });

  it('takes nothing for removed while a row cannot be read, and asks for no odd name', async () => {
    const { items, failure } = await read({
      revisions: { a: NEW },
      rows: answer(row('a', NEW), row('../secret', NEW), 'null'),
      times: answer(time('a', 1)),
    });

    expect(items).toMatchObject([{ key: 'a' }, { checkpoint: expect.any(String) }]);
    expect(failure).toBe('');
  });
});
