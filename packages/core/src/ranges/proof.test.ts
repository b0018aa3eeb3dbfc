import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { claimOfEvents, claimOfVersion, frame, opaque } from './claims.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion, Caveat, Claim, Doubt, Question, RangeEvent, Status } from './model.ts';
import { withCaveat } from './proof.ts';

const COMMIT = 'a'.repeat(40);
const UNAFFECTED = { status: 'unaffected' } as const;

function range(from: string, to: string, given: Parameters<typeof frame>[1] = {}): Claim {
  return claimOfEvents(frame('semver', given), semver, [
    { type: 'introduced', version: from },
    { type: 'fixed', version: to },
  ]);
}

function git(...events: RangeEvent[]): Claim {
  return { ...frame('git'), type: 'git', events };
}

function assertion(claims: readonly Claim[], defaultStatus: Status = 'unaffected'): Assertion {
  const subject = { ecosystem: 'npm', vendor: null, name: 'p' };
  return { record: { source: 'osv', id: 'X-1' }, subject, claims, defaultStatus, withdrawn: false };
}

const everything = claimOfEvents(frame('semver'), semver, [{ type: 'introduced', version: '0' }]);
const listed = claimOfVersion(frame('ecosystem'), semver, '1.0.0');

describe('why, and what would change it', () => {
  it.each<[string, Claim[], Status, Question, string, string]>([
    [
      'an unaffected range',
      [range('1.0.0', '2.0.0', UNAFFECTED)],
      'affected',
      { version: '1.5.0' },
      'marked_unaffected',
      'a version below 1.0.0, or 2.0.0 and later, would not be covered by this statement',
    ],
    [
      'the default',
      [range('1.0.0', '2.0.0', UNAFFECTED)],
      'affected',
      { version: '2.5.0' },
      'default_status',
      'a version that an entry of the record marks as unaffected would not be affected',
    ],
    [
      'a listed version',
      [listed],
      'unaffected',
      { version: '1.0.0' },
      'listed',
      'a version that is not listed would not be affected by this statement',
    ],
    [
      'an unaffected version',
      [claimOfVersion(frame('ecosystem', UNAFFECTED), semver, '1.0.0')],
      'affected',
      { version: '1.0.0' },
      'marked_unaffected',
      'a version that is not listed would not be covered by this statement',
    ],
    [
      'not listed',
      [listed],
      'unaffected',
      { version: '2.0.0' },
      'outside',
      'a version in this range would be affected: exactly 1.0.0',
    ],
    [
      'every version',
      [everything],
      'unaffected',
      { version: '2.0.0' },
      'in_range',
      'no version would: the range has no bounds; only a corrected record',
    ],
    [
      'the whole package',
      [],
      'unaffected',
      {},
      'whole_package',
      'a record that states versions or ranges would narrow it',
    ],
    [
      'nothing stated',
      [],
      'unaffected',
      { commit: COMMIT },
      'nothing_stated',
      'a record that states versions or ranges would settle it',
    ],
    [
      'affected by default, nothing else said',
      [],
      'affected',
      { version: '1.0.0' },
      'default_status',
      'a version that an entry of the record marks as unaffected would not be affected',
    ],
    [
      'an unknown status',
      [range('1.0.0', '2.0.0', { status: 'unknown' })],
      'unaffected',
      { version: '1.5.0' },
      'status_unknown',
      'a record that gives a status for this version would settle it',
    ],
    [
      'an unknown default',
      [range('1.0.0', '2.0.0')],
      'unknown',
      { version: '2.5.0' },
      'status_unknown',
      'a record that gives a status for this version would settle it',
    ],
    [
      'a commit asked of versions',
      [range('1.0.0', '2.0.0')],
      'unaffected',
      { commit: COMMIT },
      'no_version',
      'a version would settle it',
    ],
    [
      'a commit asked of what could not be read of versions',
      [opaque(frame('ecosystem'), 'text', 'malformed')],
      'unaffected',
      { commit: COMMIT },
      'no_version',
      'a version would settle it',
    ],
    [
      'a commit, every version affected',
      [everything],
      'unaffected',
      { commit: COMMIT },
      'in_range',
      'no version would: the range has no bounds; only a corrected record',
    ],
    [
      'a commit that is named',
      [git({ type: 'introduced', version: COMMIT })],
      'unaffected',
      { commit: COMMIT },
      'listed',
      'a version that is not listed would not be affected by this statement',
    ],
  ])('%s', (_name, claims, defaultStatus, question, reason, overturn) => {
    expect(evaluate(assertion(claims, defaultStatus), question).proof).toMatchObject({ reason, overturn });
  });

  it('a withdrawn record', () => {
    expect(evaluate({ ...assertion([everything]), withdrawn: true }, { version: '1.0.0' })).toMatchObject({
      verdict: 'not_affected',
      confidence: 'high',
      proof: {
        reason: 'withdrawn',
        comparator: null,
        range: null,
        bound: null,
        overturn: 'the record would have to be published again',
      },
    });
  });

  it.each<[Doubt, RegExp]>([
    ['version_unreadable', /version in the ecosystem's own form/],
    ['bound_unreadable', /corrected record/],
    ['scheme_unknown', /known order of versions/],
    ['git_without_graph', /commit graph/],
    ['version_unstated', /record that states versions/],
    ['text_unreadable', /bounds, not as prose/],
    ['text_names_product', /in place of product names/],
    ['text_ambiguous', /each interval by itself/],
    ['update_unstated', /update or patch level/],
    ['negated', /inventory of the whole system/],
    ['malformed', /form of its schema/],
  ])('%s is settled by what it lacks', (doubt, settled) => {
    const found = evaluate(assertion([opaque(frame('cve'), 'text', doubt)]), { version: '1.0.0' });

    expect(found).toMatchObject({ verdict: 'unknown', confidence: 'low', proof: { reason: doubt } });
    expect(found.proof.overturn).toMatch(settled);
  });

  it('names the fix that a version is past rather than a range it does not reach', () => {
    const both = assertion([range('5.0.0', '6.0.0'), range('1.0.0', '2.0.0')]);

    expect(evaluate(both, { version: '3.0.0' }).proof.bound).toEqual({ type: 'fixed', version: '2.0.0' });
    const turned = assertion([range('1.0.0', '2.0.0'), range('5.0.0', '6.0.0')]);
    expect(evaluate(turned, { version: '3.0.0' }).proof.bound).toEqual({ type: 'fixed', version: '2.0.0' });
  });

  it('names the last affected version that a version is past', () => {
    const last = claimOfEvents(frame('semver'), semver, [
      { type: 'introduced', version: '1.0.0' },
      { type: 'last_affected', version: '2.0.0' },
    ]);

    const found = evaluate(assertion([range('5.0.0', '6.0.0'), last]), { version: '3.0.0' });
    expect(found.proof.bound).toEqual({ type: 'last_affected', version: '2.0.0' });
  });

  it('gives the events as the record wrote them', () => {
    const events = [
      { type: 'fixed', version: '2.0.0' },
      { type: 'introduced', version: '1.0.0' },
    ] as const;
    const written = assertion([claimOfEvents(frame('semver'), semver, events)]);

    expect(evaluate(written, { version: '1.5.0' }).proof.range?.events).toEqual(events);
  });

  it('shows the statement that leaves the doubt, not the one that would clear', () => {
    const doubt = opaque(frame('cve'), 'see the bulletin', 'version_unstated');

    expect(evaluate(assertion([doubt, range('1.0.0', '2.0.0', UNAFFECTED)]), { version: '1.5.0' }).proof).toMatchObject(
      {
        reason: 'version_unstated',
        caveats: [],
        range: { words: '"see the bulletin"' },
      },
    );
  });

  it('asks by version where a version and a commit are given, of versions where both are stated', () => {
    const commits = git({ type: 'introduced', version: COMMIT }, { type: 'fixed', version: 'b'.repeat(40) });
    const both = { version: '1.5.0', commit: 'c'.repeat(40) };

    expect(evaluate(assertion([range('1.0.0', '2.0.0')]), both).verdict).toBe('affected');
    expect(evaluate(assertion([commits, range('1.0.0', '2.0.0')]), { version: '3.0.0' }).verdict).toBe('not_affected');
    expect(evaluate(assertion([commits, range('1.0.0', '2.0.0')]), {}).proof.range?.kind).toBe('semver');
    const unread = opaque(frame('cve'), 'text', 'text_unreadable');
    expect(evaluate(assertion([commits, unread]), { version: '3.0.0' }).proof.reason).toBe('text_unreadable');
  });

  it('gives the events of commits, and none of a list', () => {
    const events = [{ type: 'introduced', version: COMMIT }] as const;

    expect(evaluate(assertion([git(...events)]), { version: '1' }).proof.range?.events).toEqual(events);
    expect(evaluate(assertion([listed]), { version: '1.0.0' }).proof).toMatchObject({
      comparator: 'semver',
      listed: '1.0.0',
      bound: null,
      range: { kind: 'ecosystem', events: [], words: 'exactly 1.0.0' },
    });
  });

  it('carries what must hold besides', () => {
    const conditional = range('1.0.0', '2.0.0', { conditions: ['together with x'], caveats: ['needs_platform'] });

    expect(evaluate(assertion([conditional]), { version: '1.5.0' })).toMatchObject({
      confidence: 'medium',
      proof: { conditions: ['together with x'], caveats: ['needs_platform'] },
    });
  });
});

describe('how much a verdict bears', () => {
  const certain = evaluate(assertion([range('1.0.0', '2.0.0')]), { version: '1.5.0' });

  it.each<[Caveat, string]>([
    ['scheme_assumed', 'medium'],
    ['lower_bound_unstated', 'medium'],
    ['needs_platform', 'medium'],
    ['untagged_commit', 'low'],
    ['release_not_named', 'low'],
    ['vendor_not_compared', 'low'],
  ])('with %s: %s', (caveat, confidence) => {
    expect(withCaveat(certain, caveat)).toMatchObject({ confidence, proof: { caveats: [caveat] } });
    expect(withCaveat(withCaveat(certain, caveat), caveat).proof.caveats).toEqual([caveat]);
  });

  it('a doubt before it that says otherwise lowers it, one that says the same does not', () => {
    const doubt = opaque(frame('cve', UNAFFECTED), 'text', 'text_unreadable');
    const same = opaque(frame('cve'), 'text', 'text_unreadable');
    const affected = range('1.0.0', '2.0.0');

    expect(evaluate(assertion([doubt, affected]), { version: '1.5.0' })).toMatchObject({
      verdict: 'affected',
      confidence: 'medium',
      proof: { caveats: ['earlier_entry_unreadable'] },
    });
    expect(evaluate(assertion([same, affected]), { version: '1.5.0' })).toMatchObject({ confidence: 'high' });
  });

  it('an assumed order does not matter to a version that is named letter by letter', () => {
    const assumed = claimOfVersion(
      frame('cve', { caveats: ['scheme_assumed', 'lower_bound_unstated'] }),
      semver,
      '1.0.0-RC',
    );

    expect(evaluate(assertion([assumed]), { version: '1.0.0-rc' }).proof.caveats).toEqual(['lower_bound_unstated']);
    expect(evaluate(assertion([assumed]), { version: '1.0.0-RC+b' }).proof.caveats).toEqual([
      'scheme_assumed',
      'lower_bound_unstated',
    ]);
    expect(evaluate(assertion([assumed]), { version: '2.0.0' }).proof.caveats).toEqual([
      'scheme_assumed',
      'lower_bound_unstated',
    ]);
  });
});
