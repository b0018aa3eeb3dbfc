import type { AffectedPackage, Dossier, FixState } from '@almanac/core/dossier';
import { describe, expect, it } from 'vitest';
import { fixWords } from './fix-words.ts';

const fixed = (name: string, fixedIn: readonly string[], more: Partial<AffectedPackage> = {}): AffectedPackage => ({
  ecosystem: null,
  vendor: null,
  name,
  purl: null,
  kind: 'product',
  ranges: [],
  fixedIn,
  fixCommits: [],
  source: 'osv',
  isSubject: true,
  rebuild: false,
  records: ['OSV-1'],
  otherwise: 'unaffected',
  ...more,
});

function wordsOf(state: FixState, affectedPackages: readonly AffectedPackage[], codes: readonly string[] = []) {
  const canonical = { affectedPackages } as unknown as Dossier['canonical'];
  const quality = { conflicts: codes.map((code) => ({ code })) } as unknown as Dossier['quality'];
  return fixWords({ fixes: { state, versions: [] }, canonical, quality });
}

describe('fixWords', () => {
  const thing = fixed('Thing', ['1.2.0', '2.0.1']);
  const jll = fixed('Thing_jll', ['1.3.0+0'], { kind: 'repackaging', ecosystem: 'Julia' });
  const unfixed = fixed('Thing', []);

  it.each<[FixState, readonly AffectedPackage[], string, string]>([
    ['subject', [thing, jll], 'Available', 'Thing 2.0.1, 1.2.0 and 1 more'],
    ['other', [thing], 'Depends on the product', '1 package or product has one: Thing 2.0.1, 1.2.0'],
    [
      'other',
      [thing, jll],
      'Depends on the product',
      '2 packages and products have one: Thing 2.0.1, 1.2.0 and 1 more',
    ],
    [
      'builds_only',
      [jll],
      'Builds only',
      'no fixed version of the software itself is named; builds have one: Thing_jll 1.3.0+0',
    ],
    ['commit', [unfixed], 'Commit only', 'no source names a fixed version'],
    ['none', [unfixed], 'Unknown', 'no source names a fixed version'],
  ])('%s', (state, packages, word, detail) => {
    expect(wordsOf(state, packages)).toMatchObject({ word, detail });
  });

  it.each<[readonly string[], string]>([
    [['2.0.1'], 'Upgrade Thing to 2.0.1.'],
    [['1.2.0', '2.0.1'], 'Upgrade Thing to 2.0.1, or to 1.2.0 on an older line.'],
    [['1.2.0', '2.0.1', '3.1.0'], 'Upgrade Thing to 3.1.0, or to 2.0.1 or 1.2.0 on older lines.'],
    [
      ['1.2.0', '2.0.1', '3.1.0', '4.0.2'],
      'Upgrade Thing to 4.0.2, or to the fixed version of your line, of which 3 more have one.',
    ],
  ])('says what to upgrade to: %j', (fixedIn, sentence) => {
    expect(wordsOf('subject', [fixed('Thing', fixedIn)]).sentence).toBe(sentence);
  });

  it('names the newest alone where sources disagree', () => {
    expect(wordsOf('subject', [thing], ['FIX_DISAGREES']).sentence).toBe('Upgrade Thing to 2.0.1.');
  });

  it('calls a Maven package by its artifact', () => {
    const core = fixed('org.apache.logging.log4j:log4j-core', ['2.15.0'], { ecosystem: 'Maven', kind: 'package' });

    expect(wordsOf('subject', [core]).sentence).toBe('Upgrade log4j-core to 2.15.0.');
  });

  it('never says that none is named where one is available', () => {
    const { word, detail, sentence } = wordsOf('subject', [thing]);

    expect(`${word} ${detail} ${sentence}`).not.toMatch(/no source|no fixed/i);
  });
});
