import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import {
  type Automatable,
  decideSsvc,
  type Exploitation,
  type MissionWellbeing,
  readSsvc,
  SSVC_DECISIONS,
  type TechnicalImpact,
} from './ssvc.ts';

function rank(
  exploitation: Exploitation,
  automatable: Automatable,
  technicalImpact: TechnicalImpact,
  mission: MissionWellbeing,
): number {
  const verdict = decideSsvc({ exploitation, automatable, technicalImpact }, mission);
  return SSVC_DECISIONS.indexOf(verdict?.decision ?? 'Track');
}

describe('readSsvc', () => {
  it('reads one-key objects in any case', () => {
    const options = [{ Exploitation: 'PoC' }, { Automatable: 'Yes' }, { 'Technical Impact': 'TOTAL' }];

    expect(readSsvc(options)).toEqual({ exploitation: 'poc', automatable: 'yes', technicalImpact: 'total' });
  });

  it('reads the newer words', () => {
    expect(readSsvc([{ Exploitation: 'Public PoC', technicalImpact: 'partial' }])).toEqual({
      exploitation: 'poc',
      automatable: null,
      technicalImpact: 'partial',
    });
  });

  it.each([null, undefined, 'none', {}, [], [null, 3, 'x'], [{ Exploitation: 5 }], [{ Exploitation: 'constructor' }]])(
    'finds nothing in %j',
    (options) => {
      expect(readSsvc(options)).toBeNull();
    },
  );
});

describe('decideSsvc', () => {
  it.each([
    ['none', 'no', 'partial', 'high', 'Track'],
    ['none', 'no', 'total', 'high', 'Track*'],
    ['poc', 'no', 'total', 'medium', 'Track*'],
    ['poc', 'yes', 'total', 'high', 'Attend'],
    ['active', 'no', 'total', 'medium', 'Attend'],
    ['active', 'yes', 'partial', 'high', 'Act'],
    ['active', 'yes', 'total', 'medium', 'Act'],
  ] as const)(
    'exploitation %s, automatable %s, impact %s, mission %s: %s',
    (exploitation, automatable, technicalImpact, mission, decision) => {
      expect(decideSsvc({ exploitation, automatable, technicalImpact }, mission)?.decision).toBe(decision);
    },
  );

  it('never grows calmer as a point grows worse', () => {
    for (const exploitation of ['none', 'poc', 'active'] as const) {
      for (const impact of ['partial', 'total'] as const) {
        for (const mission of ['low', 'medium', 'high'] as const) {
          expect(rank(exploitation, 'yes', impact, mission)).toBeGreaterThanOrEqual(
            rank(exploitation, 'no', impact, mission),
          );
          expect(rank('active', 'yes', impact, mission)).toBeGreaterThanOrEqual(
            rank(exploitation, 'yes', impact, mission),
          );
          expect(rank(exploitation, 'no', impact, 'high')).toBeGreaterThanOrEqual(
            rank(exploitation, 'no', impact, mission),
          );
        }
      }
    }
  });

  it('decides nothing while a point is unknown', () => {
    expect(decideSsvc({ exploitation: 'active', automatable: null, technicalImpact: 'total' }, 'high')).toBeNull();
  });
});

describe.skipIf(!hasCorpus)('SSVC of real records', () => {
  interface Metric {
    readonly other?: { readonly type?: string; readonly content?: { readonly options?: unknown } };
  }

  it('reads all three points of every record that has them', async () => {
    let seen = 0;
    const partial: unknown[] = [];
    for await (const { containers } of corpusRecords<{ containers: { adp?: { metrics?: Metric[] }[] } }>(
      'cve-list/records.jsonl.gz',
    )) {
      for (const { other } of (containers.adp ?? []).flatMap(({ metrics }) => metrics ?? [])) {
        if (other?.type !== 'ssvc') continue;
        seen += 1;
        const points = readSsvc(other.content?.options);
        if (points === null || Object.values(points).includes(null)) partial.push(other.content?.options);
      }
    }

    expect(partial).toEqual([]);
    expect(seen).toBeGreaterThan(60_000);
  }, 120_000);
});
