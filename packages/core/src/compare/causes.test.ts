import { describe, expect, it } from 'vitest';
import { CAUSES, type Cause, causeOfOurs, causeOfTheirs, type OurFacts, sideOf, type TheirFacts } from './causes.ts';

const FACTS: TheirFacts = {
  isIgnored: false,
  asked: 'ok',
  ours: null,
  isCleared: false,
  record: 'published',
  isNamed: false,
  isOpen: false,
};
const OURS = { status: 'affected', isSuppressed: false, isSameId: true } as const;

const theirs: readonly (readonly [Cause | null, Partial<TheirFacts>])[] = [
  ['agree', { ours: OURS }],
  ['agree', { ours: OURS, isOpen: true }],
  ['agree_by_alias', { ours: { ...OURS, isSameId: false } }],
  ['suppressed_by_both', { ours: { ...OURS, isSuppressed: true }, isIgnored: true }],
  ['decision', { ours: { ...OURS, isSuppressed: true } }],
  ['decision', { ours: { ...OURS, status: 'possible', isSuppressed: true } }],
  ['ignored_there', { ours: OURS, isIgnored: true }],
  [null, { isIgnored: true }],
  [null, { isIgnored: true, asked: 'failed' }],
  ['possible', { ours: { ...OURS, status: 'possible' } }],
  ['possible', { ours: { ...OURS, status: 'possible' }, record: 'rejected' }],
  ['patched', { ours: { ...OURS, status: 'fixed_by_patch' } }],
  ['no_purl', { asked: 'no_purl', record: 'unknown', isOpen: true }],
  ['not_asked', { asked: 'failed', isOpen: true }],
  ['version_excluded', { isCleared: true }],
  ['version_excluded', { isCleared: true, isOpen: true, record: 'not_asked' }],
  ['rejected', { record: 'rejected' }],
  ['rejected', { record: 'rejected', isOpen: true }],
  ['withdrawn', { record: 'withdrawn' }],
  ['rejected', { record: 'rejected', asked: 'not_covered', isOpen: true }],
  ['not_covered', { asked: 'not_covered', isOpen: true }],
  ['unknown_id', { record: 'unknown' }],
  ['undecided', { isOpen: true }],
  ['undecided', { isOpen: true, record: 'not_asked' }],
  ['undecided', { isOpen: true, isNamed: true }],
  ['version_excluded', { isNamed: true }],
  ['other_package', {}],
  ['not_asked', { record: 'not_asked' }],
];

const ours: readonly (readonly [Cause, Partial<OurFacts>])[] = [
  ['not_in_report', {}],
  ['not_in_report', { sources: [] }],
  ['not_in_report', { sources: ['nvd', 'osv'] }],
  ['source_not_read', { sources: ['nvd'] }],
  ['elsewhere_in_report', { sources: ['nvd'], isElsewhere: true }],
];

describe('the cause of a difference', () => {
  it.each(theirs)('%s: %o', (cause, given) => {
    expect(causeOfTheirs({ ...FACTS, ...given })).toBe(cause);
  });

  it.each(ours)('%s: %o', (cause, given) => {
    const facts = { scannerReads: (source: string) => source === 'osv', sources: ['osv'], isElsewhere: false };

    expect(causeOfOurs({ ...facts, ...given })).toBe(cause);
  });

  it('is reached for every cause of the list', () => {
    const reached = new Set([...theirs, ...ours].map(([cause]) => cause));

    expect(CAUSES.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
  });

  it('never counts as agreement what is unknown', () => {
    const unknown = theirs.filter(([, given]) => given.isOpen === true && given.ours === undefined);

    expect(unknown.map(([cause]) => sideOf(cause ?? 'agree')).filter((side) => side === 'both')).toEqual([]);
  });
});
