import type { PurlAnswer } from '@almanac/contract';
import {
  askBatches,
  mergedCoverage,
  PENDING_OUTCOME,
  readScannedFile,
  type ScanReply,
  scanOutcome,
} from '@almanac/core/scan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskEvent, askAll } from '../../src/web/browser/ask.ts';
import { decode } from '../../src/web/browser/decode.ts';
import { exportText } from '../../src/web/browser/export-text.ts';
import { type Row, type Selection, selectRows } from '../../src/web/browser/select-rows.ts';

const PURL = 'pkg:npm/harbour@1.0.0';

function answer(purl: string, more: Partial<PurlAnswer> = {}): PurlAnswer {
  const nothing = { status: 'ok', verdict: 'not_affected', verdictReason: 'none holds', total: 0 } as const;
  return { purl, version: '1.0.0', ...nothing, matches: [], ...more };
}

describe('asking about many packages', () => {
  it('makes batches that the service takes, in order and with nothing lost', () => {
    const purl = fc
      .tuple(fc.constantFrom('npm', 'nix'), fc.string({ maxLength: 900 }))
      .map(([t, n]) => `pkg:${t}/${n}`);
    const many = fc.tuple(fc.array(purl, { maxLength: 30 }), fc.integer({ min: 1, max: 90 }));
    fc.assert(
      fc.property(many, ([some, times]) => {
        const purls = Array.from({ length: times }, () => some).flat();

        const batches = askBatches(purls);

        expect(batches.flat()).toEqual(purls);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(1_000);
          expect(batch.filter((each) => each.startsWith('pkg:nix/')).length).toBeLessThanOrEqual(100);
          expect(JSON.stringify(batch).length).toBeLessThan(1 << 20);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('lets 2,900 pass in a minute without a key: a batch costs 1 and 1 more for each hundred', () => {
    const purls = Array.from({ length: 2_900 }, (_, i) => `pkg:npm/p${i}@1.0.0`);

    const costs = askBatches(purls).map(({ length }) => 1 + Math.floor(length / 100));

    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(30);
  });

  const ok = () => Response.json({ data: { results: [answer(PURL)] }, coverage: [], asOf: null });
  const refused =
    (status: number, headers: Record<string, string> = {}) =>
    () =>
      Response.json({ error: 'No' }, { status, headers });
  const gone = () => {
    throw new TypeError('network');
  };

  it.each<[string, (() => Response)[], string[]]>([
    ['answers', [ok], ['asked', 'answered']],
    [
      'waits as long as it is told, however often',
      [...Array.from({ length: 5 }, () => refused(429, { 'retry-after': '7' })), ok],
      ['asked', ...Array.from({ length: 5 }, () => 'waiting 7 limit'), 'answered'],
    ],
    ['asks again when the service is busy', [refused(503), ok], ['asked', 'waiting 2 busy', 'answered']],
    [
      'gives up on one that cannot be reached',
      [gone, gone, gone],
      ['asked', 'waiting 2 busy', 'waiting 2 busy', 'failed: the service could not be reached'],
    ],
    [
      'does not repeat what is refused',
      [refused(400)],
      ['asked', 'failed: the service refused the question (400): No'],
    ],
    [
      'takes no answer to another question',
      [() => Response.json({ data: { results: [answer('pkg:npm/other@1.0.0')] } })],
      ['asked', 'failed: the service answered something else than was asked'],
    ],
    [
      'takes no page of a proxy for an answer',
      [() => new Response('<html>'), () => new Response('<html>'), () => new Response('<html>')],
      ['asked', 'waiting 2 busy', 'waiting 2 busy', 'failed: the service could not be reached'],
    ],
  ])('%s', async (_name, responses, expected) => {
    const told: AskEvent[] = [];
    const post = async () => responses.shift()?.() ?? gone();

    await askAll({ post, sleep: async () => {} }, [PURL], new AbortController().signal, (event) => told.push(event));

    const words = told.map((event) => {
      if (event.kind === 'waiting') return `waiting ${event.seconds} ${event.why}`;
      return event.kind === 'failed' ? `failed: ${event.reason}` : event.kind;
    });
    expect(words).toEqual(expected);
  });

  it('ends when it is stopped, also while it waits', async () => {
    const stop = new AbortController();
    const sleep = async (_: number, signal: AbortSignal) => {
      stop.abort();
      signal.throwIfAborted();
    };

    const asking = askAll({ post: async () => refused(429)(), sleep }, [PURL], stop.signal, () => {});

    await expect(asking).rejects.toThrow('aborted');
  });
});

describe('what a component comes to', () => {
  const match = {
    id: 'CVE-2026-1',
    confidence: 'high',
    status: 'affected',
    affectedVersions: 'unknown',
    sources: [] as string[],
  } as const;
  const said = (more: Partial<PurlAnswer>) => ({ kind: 'answer', answer: answer(PURL, more) }) as const;

  it.each<[string, ScanReply, string, string[]]>([
    ['a request that failed', { kind: 'failed', reason: 'x' }, 'unknown', ['failed']],
    ['a scan that was stopped', { kind: 'cancelled' }, 'unknown', ['cancelled']],
    ['nobody covers it', said({ status: 'not_covered', verdict: 'unknown' }), 'unknown', ['not_covered']],
    ['no reason is given', said({ verdict: 'unknown' }), 'unknown', ['not_covered']],
    [
      'several reasons',
      said({ verdict: 'unknown', unknownReasons: ['version_missing', 'source_stale'] }),
      'unknown',
      ['version_missing', 'source_stale'],
    ],
    ['no purl to the service', said({ status: 'invalid', verdict: 'unknown' }), 'unknown', ['invalid']],
    ['affected', said({ verdict: 'affected', total: 1, matches: [match] }), 'affected', []],
    ['not affected', said({}), 'not_affected', []],
    ['no known record', said({ verdict: 'none_known' }), 'none_known', []],
  ])('%s', (_name, reply, verdict, unknownReasons) => {
    expect(scanOutcome(reply)).toMatchObject({ verdict, unknownReasons });
  });

  it('is unknown while nothing is known', () => {
    expect(PENDING_OUTCOME.verdict).toBe('unknown');
  });

  it('counts findings that the answer does not carry', () => {
    const { findings, more } = scanOutcome(said({ total: 60, matches: [match] }));

    expect({ more, first: findings[0] }).toMatchObject({ more: 59, first: { severity: null, affectedVersions: null } });
  });
});

describe('what is read and sent of a file', () => {
  const bom = (component: object) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [{ type: 'library', ...component }],
    });

  it.each([
    ['its purl in normal form', { purl: 'pkg:NPM/Harbour@1.0.0' }, 'pkg:npm/Harbour@1.0.0'],
    ['the version that stands beside a purl', { purl: 'pkg:npm/harbour', version: '2.0.0' }, 'pkg:npm/harbour@2.0.0'],
    [
      'nothing of hosts and files',
      {
        purl: 'pkg:deb/debian/xz@5.2?arch=amd64&distro=bookworm&download_url=https://in.example/x&vcs_url=git://in.example#a/b',
      },
      'pkg:deb/debian/xz@5.2?arch=amd64&distro=bookworm',
    ],
    ['nothing without a purl', {}, null],
    ['nothing that is no purl', { purl: 'harbour-1.0' }, null],
    ['nothing that is too long', { purl: `pkg:npm/${'h'.repeat(1_100)}@1` }, null],
  ])('%s', (_name, component, ask) => {
    const { file } = readScannedFile('bom.json', bom({ name: 'harbour', ...component }));

    expect(file?.entries.map((entry) => [entry.ask, entry.obstacle === null])).toEqual([[ask, ask !== null]]);
  });

  it.each([
    [
      'package-lock (1).json',
      '{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0"}}}',
      'package-lock.json v3',
    ],
    ['anything.json', bom({ name: 'a' }), 'CycloneDX 1.6, JSON'],
    ['requirements-dev.txt', 'a==1.0', 'requirements.txt'],
  ])('knows %s', (name, text, kind) => {
    expect(readScannedFile(name, text).file?.kind).toBe(kind);
  });

  it('asks the same about what it saved as CycloneDX', () => {
    const packages = {
      'node_modules/@in/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0-rc.1+x', dev: true },
    };
    const { file } = readScannedFile('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
    const examined = (file?.entries ?? []).map(({ component }) => ({
      component,
      verdict: 'unknown' as const,
      verdictReason: '',
      findings: [],
    }));

    const text = exportText({
      format: 'cyclonedx',
      files: [{ name: 'package-lock.json', examined }],
      timestamp: '2026-11-15T08:00:00Z',
      uuid: '00000000-0000-4000-8000-000000000000',
      toolVersion: '1',
      site: 'https://almanac.example',
    });

    // The file itself comes first, as what the bill is about.
    const asks = readScannedFile('bom.json', text)
      .file?.entries.map(({ ask }) => ask)
      .slice(1);
    expect(asks).toEqual(['pkg:npm/%40in/a@1.0.0', 'pkg:npm/b@2.0.0-rc.1%2Bx']);
    expect(asks).toEqual(file?.entries.map(({ ask }) => ask));
  });

  it.each([
    ['deno.lock', '{}', 'Deno'],
    ['holiday.json', '{"photos": []}', 'no lockfile'],
    ['bom.xml', '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>', ''],
  ])('says why %s is not read', (name, text, word) => {
    const { file, problem } = readScannedFile(name, text);

    expect(file).toBeNull();
    expect(problem).toContain(word);
  });

  it.each([
    ['utf-8', Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])],
    ['utf-16le', Uint8Array.from([0xff, 0xfe, 0x61, 0])],
    ['utf-16be', Uint8Array.from([0xfe, 0xff, 0, 0x61])],
  ])('reads %s', (_name, bytes) => {
    expect(decode(bytes.buffer)).toBe('a');
  });
});

describe('the rows that are shown', () => {
  const row = (place: number, name: string, verdict: Row['outcome']['verdict'], more: object = {}): Row => ({
    file: 'f',
    place,
    ask: null,
    component: { name, version: '1', purl: null, ref: null, direct: null, dev: null, place: '', ...more },
    outcome: { verdict, reason: '', unknownReasons: [], findings: [], more: 0, advice: null },
  });
  const rows = [
    row(0, 'b', 'not_affected', { direct: true }),
    row(1, 'A10', 'unknown', { direct: false, dev: true }),
    row(2, 'a9', 'affected'),
  ];
  const all: Selection = { shown: 'all', directOnly: false, hideDev: false, words: '', sort: 'severity' };

  it.each<[string, Partial<Selection>, string[]]>([
    ['worst first', {}, ['a9', 'A10', 'b']],
    ['by name', { sort: 'name' }, ['a9', 'A10', 'b']],
    ['by place', { sort: 'place' }, ['b', 'A10', 'a9']],
    ['of a verdict', { shown: 'unknown' }, ['A10']],
    ['without what is said to be transitive', { directOnly: true }, ['a9', 'b']],
    ['without development', { hideDev: true }, ['a9', 'b']],
    ['by part of a name', { words: ' a1 ' }, ['A10']],
  ])('%s', (_name, wanted, names) => {
    expect(selectRows(rows, { ...all, ...wanted }).map(({ component }) => component.name)).toEqual(names);
  });
});

it('several answers stand on the worst of each source, and on the oldest time', () => {
  const row = (state: 'ok' | 'stale') => ({ source: 'osv', state, checkedAt: null, changedAt: null }) as const;

  const merged = mergedCoverage(
    { coverage: [row('ok')], asOf: '2026-02' },
    { coverage: [row('stale')], asOf: '2026-01' },
  );

  expect(merged).toEqual({ coverage: [row('stale')], asOf: '2026-01' });
});
