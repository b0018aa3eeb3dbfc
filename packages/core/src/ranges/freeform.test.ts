import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeform } from './freeform.ts';

describe('freeform', () => {
  it.each([
    ['1.0', '=', '1.0.0'],
    ['1', '=', '1.0'],
    ['v1.2', '=', '1.2'],
    ['1.0-rc1', '<', '1.0'],
    ['1.0-rc1', '<', '1.0.0'],
    ['2.8.75', '<', '2.8.123e'],
    ['5.4', '<', '5.4.1'],
    ['1.1.1v', '<', '1.1.1w'],
    ['12.2(55)SE', '<', '12.2(55)SE3'],
    ['12.2(54)SE9', '<', '12.2(55)SE'],
    ['9.1', '<', '9.1 Update 3'],
    ['5.0 beta1', '<', '5.0'],
    ['10', '>', '9.9'],
  ])('%s %s %s', (a, sign, b) => {
    expect(freeform.compare(a, b)).toBe(sign === '<' ? -1 : sign === '>' ? 1 : 0);
    expect(freeform.compare(b, a)).toBe(sign === '<' ? 1 : sign === '>' ? -1 : 0);
  });

  it.each(['QCA6390', 'n/a', '', '-', '< 5.0', 'all versions', 'Snapdragon 8'])(
    'does not take %j for a version',
    (text) => {
      expect(freeform.isValid(text)).toBe(false);
    },
  );

  it('orders consistently, and its coarse key never contradicts it', () => {
    const piece = fc.constantFrom('0', '1', '10', '.', '.0', '-rc1', 'a', ' ', '(', ')', 'v', '~', 'beta');
    const version = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(freeform.compare(a, b) + freeform.compare(b, a)).toBe(0);
        if (freeform.compare(a, b) <= 0 && freeform.compare(b, c) <= 0)
          expect(freeform.compare(a, c)).toBeLessThanOrEqual(0);
        if (freeform.compare(a, b) < 0) expect(freeform.coarse(a) <= freeform.coarse(b)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
