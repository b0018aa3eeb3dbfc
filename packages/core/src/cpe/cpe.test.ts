import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { CPE_ANY, CPE_ATTRIBUTES, CPE_NA, type Cpe, type CpeAttribute, cpeText } from './cpe.ts';
import { parseCpe } from './parse.ts';
import { printCpe } from './print.ts';

function read(text: string): Cpe {
  const cpe = parseCpe(text);
  if (cpe === null) throw new Error(`${text} is not a CPE`);
  return cpe;
}

describe('parseCpe', () => {
  it.each([
    ['formatted string', 'cpe:2.3:a:busybox:busybox:1.32.0:*:*:*:*:*:*:*'],
    ['uri', 'cpe:/a:busybox:busybox:1.32.0'],
    ['cut short', 'cpe:2.3:a:busybox:busybox:1.32.0'],
    ['upper case', 'CPE:2.3:A:BusyBox:BusyBox:1.32.0:*:*:*:*:*:*:*'],
  ])('reads a %s', (_form, text) => {
    expect(printCpe(read(text))).toBe('cpe:2.3:a:busybox:busybox:1.32.0:*:*:*:*:*:*:*');
  });

  it('takes escapes away and puts them back', () => {
    const text = 'cpe:2.3:a:foo\\\\bar:big\\$money\\:2010:*:*:*:*:special:ipod_touch:80gb:\\-';

    const cpe = read(text);

    expect([cpe.vendor, cpe.product, cpe.other].map(cpeText)).toEqual(['foo\\bar', 'big$money:2010', '-']);
    expect(printCpe(cpe)).toBe(text);
  });

  it('unpacks the edition of the older form', () => {
    const cpe = read('cpe:/a:hp:insight_diagnostics:7.4.0.1570:-:~~online~win2003~x64~');

    expect(printCpe(cpe)).toBe('cpe:2.3:a:hp:insight_diagnostics:7.4.0.1570:-:*:*:online:win2003:x64:*');
  });

  it.each(['', 'cpe', 'cpe:2.2:a:b', 'cpe:2.3:a:b:c:d:e:f:g:h:i:j:k:l', 'cpe:2.3:a:b:c*d:*', 'cpe:/a:b%zz'])(
    'refuses %j',
    (text) => {
      expect(parseCpe(text)).toBeNull();
    },
  );

  it('reads back whatever it prints', () => {
    const value = fc
      .record({
        text: fc.string({ minLength: 1, maxLength: 12 }),
        before: fc.constantFrom('', '*', '?', '??'),
        after: fc.constantFrom('', '*', '?'),
      })
      .map(({ text, before, after }): CpeAttribute => ({ kind: 'value', text: text.toLowerCase(), before, after }));
    const attribute = fc.oneof(fc.constantFrom(CPE_ANY, CPE_NA), value);
    const cpe = fc.record(
      Object.fromEntries(CPE_ATTRIBUTES.map((name) => [name, attribute])),
    ) as unknown as fc.Arbitrary<Cpe>;
    fc.assert(
      fc.property(cpe, (given) => {
        expect(parseCpe(printCpe(given))).toEqual(given);
      }),
    );
  });
});

describe.skipIf(!hasCorpus)('CPEs of real records', () => {
  interface NvdRecord {
    readonly cve: {
      readonly configurations?: readonly {
        readonly nodes?: readonly { readonly cpeMatch?: readonly { readonly criteria: string }[] }[];
      }[];
    };
  }

  it('reads every criterion of NVD and prints it unchanged', async () => {
    const strays = new Set<string>();
    let seen = 0;
    for await (const { cve } of corpusRecords<NvdRecord>('nvd/records.jsonl.gz')) {
      for (const { nodes } of cve.configurations ?? []) {
        for (const { criteria } of (nodes ?? []).flatMap((node) => node.cpeMatch ?? [])) {
          seen += 1;
          const cpe = parseCpe(criteria);
          if (cpe === null || printCpe(cpe) !== criteria.toLowerCase()) strays.add(criteria);
        }
      }
    }

    console.log(`NVD: ${seen} criteria read`);
    expect([...strays]).toEqual([]);
    expect(seen).toBeGreaterThan(180_000);
  }, 120_000);
});
