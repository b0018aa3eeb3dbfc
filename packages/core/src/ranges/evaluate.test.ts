import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { claimOfEvents, frame, opaque } from './claims.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion, Claim, Status } from './model.ts';

const events = [
  { type: 'introduced', version: '1.2.0' },
  { type: 'fixed', version: '1.4.0' },
] as const;

function assertion(claims: readonly Claim[], defaultStatus: Status = 'unaffected'): Assertion {
  return {
    record: { source: 'osv', id: 'X-1' },
    subject: { ecosystem: 'npm', vendor: null, name: 'p' },
    claims,
    defaultStatus,
    withdrawn: false,
  };
}

const range = assertion([claimOfEvents(frame('semver'), semver, events)]);

describe('the proof of a verdict', () => {
  it('names record, range, comparator, bound and what would overturn it', () => {
    expect(evaluate(range, { version: '1.3.0' })).toEqual({
      verdict: 'affected',
      confidence: 'high',
      proof: {
        record: { source: 'osv', id: 'X-1' },
        subject: { ecosystem: 'npm', vendor: null, name: 'p' },
        question: { version: '1.3.0' },
        reason: 'in_range',
        comparator: 'semver',
        range: { kind: 'semver', events, words: 'from 1.2.0 up to but not including 1.4.0' },
        bound: { type: 'fixed', version: '1.4.0' },
        listed: null,
        overturn: 'a version below 1.2.0, or 1.4.0 and later, would not be affected by this statement',
        caveats: [],
        conditions: [],
      },
    });
  });

  it.each([
    ['1.1.0', 'introduced', '1.2.0'],
    ['1.4.0', 'fixed', '1.4.0'],
    ['9.0.0', 'fixed', '1.4.0'],
  ])('%s is clean because of %s %s', (version, type, bound) => {
    expect(evaluate(range, { version })).toMatchObject({
      verdict: 'not_affected',
      proof: {
        reason: 'outside',
        bound: { type, version: bound },
        overturn: 'a version in this range would be affected: from 1.2.0 up to but not including 1.4.0',
      },
    });
  });

  it('says what would settle a doubt', () => {
    expect(evaluate(range, {})).toMatchObject({
      verdict: 'unknown',
      proof: { reason: 'no_version', overturn: 'a version would settle it' },
    });
  });

  it('knows every version to be affected without being told one', () => {
    const everything = assertion([claimOfEvents(frame('semver'), semver, [{ type: 'introduced', version: '0' }])]);

    expect(evaluate(everything, {})).toMatchObject({
      verdict: 'affected',
      proof: { range: { words: 'every version' } },
    });
  });
});

describe('doubts', () => {
  const affected = claimOfEvents(frame('semver'), semver, events);
  const unaffected = claimOfEvents(frame('semver', { status: 'unaffected' }), semver, events);
  const doubtful = opaque(frame('cve'), 'see the bulletin', 'version_unstated');

  it.each<[string, Claim[], Status, string, string]>([
    ['do not undo a proof', [doubtful, affected], 'unaffected', '1.3.0', 'affected'],
    [
      'keep a version from being cleared by a later statement',
      [doubtful, unaffected],
      'unaffected',
      '1.3.0',
      'unknown',
    ],
    ['keep a version from being cleared by default', [affected, doubtful], 'unaffected', '2.0.0', 'unknown'],
    ['do not matter where the default says the same', [unaffected, doubtful], 'affected', '2.0.0', 'affected'],
    [
      'do not reach back behind a statement that decides',
      [unaffected, doubtful],
      'unaffected',
      '1.3.0',
      'not_affected',
    ],
  ])('%s', (_name, claims, defaultStatus, version, verdict) => {
    expect(evaluate(assertion(claims, defaultStatus), { version }).verdict).toBe(verdict);
  });
});
