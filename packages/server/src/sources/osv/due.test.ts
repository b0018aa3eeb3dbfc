import { describe, expect, it } from 'vitest';
import { isDue } from './due.ts';

const at = (time: string) => Date.parse(`2026-09-15T${time}Z`);
const moment = { listedAt: at('09:30:00'), now: at('09:40:00') };

describe('isDue', () => {
  it.each([
    ['what we do not have', at('08:00:00'), null, true],
    ['what is newer than ours', at('09:00:00.001'), at('09:00:00'), true],
    ['not what we have', at('09:00:00'), at('09:00:00'), false],
    ['not what the API brought after the list was written', at('08:00:00'), at('09:35:00'), false],
    ['not what the API brought shortly before', at('08:00:00'), at('09:20:00'), false],
    ['what was set back since it was listed', at('06:00:00'), at('08:00:00'), true],
    ['what was dated ahead and set right', at('08:00:00'), at('12:00:00'), true],
  ])('asks for %s', (_name, listed, ours, expected) => {
    expect(isDue(listed, ours, moment)).toBe(expected);
  });

  it('lets ours stand while the export is behind by hours', () => {
    const stalled = { listedAt: at('01:00:00'), now: at('09:40:00') };

    expect(isDue(at('00:30:00'), at('08:00:00'), stalled)).toBe(false);
  });
});
