import type { Dossier, FixState, KnownFixedVersion } from '@almanac/core/dossier';
import { describe, expect, it } from 'vitest';
import { fixWords } from './fix-words.ts';

const version = (name: string, fixed: string): KnownFixedVersion => ({
  ecosystem: null,
  vendor: null,
  name,
  purl: null,
  kind: 'product',
  version: fixed,
  source: 'osv',
});

function wordsOf(state: FixState, versions: readonly KnownFixedVersion[]) {
  const canonical = { affectedPackages: [{}] } as unknown as Dossier['canonical'];
  return fixWords({ fixes: { state, versions }, canonical });
}

describe('fixWords', () => {
  const thing = [version('Thing', '1.2.0'), version('Thing', '2.0.1')];
  const jll = version('Thing_jll', '1.3.0+0');

  it.each<[FixState, readonly KnownFixedVersion[], string, string]>([
    ['subject', [...thing, jll], 'Available', 'Thing 1.2.0, 2.0.1 and 1 more'],
    ['other', thing, 'Depends on the product', '1 package or product has one: Thing 1.2.0, 2.0.1'],
    [
      'builds_only',
      [jll],
      'Builds only',
      'no fixed version of the software itself is named; builds have one: Thing_jll 1.3.0+0',
    ],
    ['commit', [], 'Commit only', 'no source names a fixed version'],
    ['none', [], 'Unknown', 'no source names a fixed version'],
  ])('%s', (state, versions, word, detail) => {
    expect(wordsOf(state, versions)).toMatchObject({ word, detail });
  });

  it('never says that none is named where one is available', () => {
    const { word, detail, sentence } = wordsOf('subject', thing);

    expect(`${word} ${detail} ${sentence}`).not.toMatch(/no source|no fixed/i);
  });
});
