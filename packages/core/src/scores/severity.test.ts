import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSeverity, reconcileSeverity, SEVERITY_ORIGINS, type SeverityClaim } from './severity.ts';

const critical = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const medium = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N';
const v4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

function claim(origin: SeverityClaim['origin'], rest: Partial<SeverityClaim>): SeverityClaim {
  return { origin, source: origin, ...rest };
}

describe('reconcileSeverity', () => {
  it.each(SEVERITY_ORIGINS.slice(0, 5).map((origin, index) => [origin, SEVERITY_ORIGINS.slice(index + 1, 5)] as const))(
    'prefers a vector of %s to those of %s',
    (origin, lesser) => {
      const claims = [...lesser.map((each) => claim(each, { vector: critical })), claim(origin, { vector: medium })];

      const { chosen, rule } = reconcileSeverity(claims);

      expect(chosen).toMatchObject({ origin, rating: 'medium', score: 6.1 });
      expect(rule).toContain('vector');
    },
  );

  it('prefers any vector to a word, and a distribution’s word to another', () => {
    const words = [claim('cna', { word: 'critical' }), claim('distribution', { word: 'low' })];

    expect(reconcileSeverity([...words, claim('osv', { vector: medium })]).chosen?.origin).toBe('osv');
    expect(reconcileSeverity(words)).toMatchObject({
      chosen: { origin: 'distribution', rating: 'low' },
      rule: expect.stringContaining('distribution'),
    });
  });

  it('takes the newest CVSS version within a source', () => {
    const claims = [
      claim('cna', { vector: medium }),
      claim('cna', { vector: v4 }),
      claim('cna', { vector: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' }),
    ];

    const { chosen, values } = reconcileSeverity(claims);

    expect(chosen?.version).toBe('4.0');
    expect(values.map(({ version }) => version)).toEqual(['4.0', '3.1', '2.0']);
  });

  it('shows a published score that its vector does not give, and keeps it', () => {
    const { chosen, conflicts } = reconcileSeverity([claim('cna', { vector: critical, score: 7.5 })]);

    expect(chosen).toMatchObject({ score: 7.5, publishedScore: 7.5, computedScore: 9.8, rating: 'high' });
    expect(conflicts).toEqual([
      {
        code: 'SCORE_DISAGREES_WITH_VECTOR',
        values: [
          { source: 'cna', value: 'published 7.5' },
          { source: 'cna', value: 'computed 9.8' },
        ],
      },
    ]);
  });

  it('does not call a published temporal score a contradiction', () => {
    expect(reconcileSeverity([claim('cna', { vector: `${critical}/E:U/RL:O/RC:C`, score: 8.5 })]).conflicts).toEqual(
      [],
    );
  });

  it('flags sources that rate differently, and names both', () => {
    const { conflicts } = reconcileSeverity([claim('cna', { vector: medium }), claim('nvd', { vector: critical })]);

    expect(conflicts).toEqual([
      {
        code: 'SEVERITY_DISAGREES',
        values: [
          { source: 'cna', value: 'medium (CVSS 3.1)' },
          { source: 'nvd', value: 'critical (CVSS 3.1)' },
        ],
      },
    ]);
  });

  it.each([
    ['no claims', []],
    ['an unreadable vector', [claim('cna', { vector: 'n/a' })]],
    ['a word that rates nothing', [claim('distribution', { word: 'untriaged' })]],
    ['a score out of range', [claim('nvd', { score: 11 })]],
  ])('chooses nothing from %s', (_name, claims) => {
    expect(reconcileSeverity(claims)).toEqual({ chosen: null, rule: 'no source rates it', values: [], conflicts: [] });
  });

  it('does not depend on the order of the claims', () => {
    const any = fc.record({
      origin: fc.constantFrom(...SEVERITY_ORIGINS),
      source: fc.constantFrom('a', 'b'),
      vector: fc.constantFrom(null, critical, medium, v4, 'junk'),
      score: fc.constantFrom(null, 5, 9.8),
      word: fc.constantFrom(null, 'high', 'Moderate', '?'),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (claims) => {
        expect(reconcileSeverity(claims.toReversed()).chosen).toEqual(reconcileSeverity(claims).chosen);
      }),
    );
  });
});

describe('chooseSeverity', () => {
  it('chooses as reconcileSeverity does', () => {
    const given = fc.record({
      origin: fc.constantFrom(...SEVERITY_ORIGINS),
      source: fc.constantFrom('a', 'b'),
      vector: fc.constantFrom(null, critical, medium, v4, 'nonsense'),
      score: fc.constantFrom(null, 0, 5, 9.8, 11),
      word: fc.constantFrom(null, 'high', 'nonsense'),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 8 }), (claims) => {
        expect(chooseSeverity(claims)).toEqual(reconcileSeverity(claims).chosen);
      }),
    );
  });
});
