import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { claimOfEvents, frame, opaque } from './claims.ts';
import { evaluate } from './evaluate.ts';
import type { Claim, Evaluation } from './model.ts';
import { overallVerdict } from './overall.ts';
import { withCaveat } from './proof.ts';

const range = claimOfEvents(frame('semver'), semver, [
  { type: 'introduced', version: '1.0.0' },
  { type: 'fixed', version: '2.0.0' },
]);
const commits: Claim = { ...frame('git'), type: 'git', events: [{ type: 'introduced', version: 'a'.repeat(40) }] };
const doubtful = opaque(frame('cve'), 'text', 'text_unreadable');

function of(claim: Claim, version: string, id = 'X-1'): Evaluation {
  const subject = { ecosystem: 'npm', vendor: null, name: 'p' };
  const record = { source: 'osv', id };
  return evaluate({ record, subject, claims: [claim], otherwise: 'unaffected', withdrawn: false }, { version });
}

describe('one verdict from many statements', () => {
  it('a match with low confidence alone decides nothing', () => {
    const low = withCaveat(of(range, '1.5.0'), 'vendor_not_compared');
    const clean = of(range, '3.0.0');

    expect(overallVerdict([low])).toBe('unknown');
    expect(overallVerdict([low, clean])).toBe('unknown');
    expect(overallVerdict([withCaveat(clean, 'vendor_not_compared')])).toBe('unknown');
    expect(overallVerdict([withCaveat(clean, 'vendor_not_compared'), clean])).toBe('not_affected');
  });

  it('a proof outweighs doubts', () => {
    expect(overallVerdict([of(doubtful, '1.5.0'), of(range, '1.5.0')])).toBe('affected');
  });

  it('commits of another record still leave a doubt, and so does anything but commits', () => {
    const clean = of(range, '3.0.0');

    expect(overallVerdict([of(commits, '3.0.0', 'X-1'), clean])).toBe('not_affected');
    expect(overallVerdict([of(commits, '3.0.0', 'X-2'), clean])).toBe('unknown');
    expect(overallVerdict([of(doubtful, '3.0.0', 'X-1'), clean])).toBe('unknown');
  });
});
