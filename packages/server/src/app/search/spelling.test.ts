import { describe, expect, it } from 'vitest';
import { slipsOf } from './spelling.ts';

describe('what a word may have been meant to be', () => {
  it.each([
    ['jekins', 'jenkins'],
    ['apahce', 'apache'],
    ['wordpresss', 'wordpress'],
    ['Kubernates', 'kubernetes'],
  ])('%s: %s', (slip, meant) => {
    expect(slipsOf(slip)).toContain(meant);
  });

  it.each(['abc', 'a'.repeat(25), 'größe', "o'neill", ''])('%s is too short, too long or no plain word', (word) => {
    expect(slipsOf(word)).toEqual([]);
  });

  it('is bounded, and never the word itself', () => {
    const slips = slipsOf('a'.repeat(24));

    expect(slips.length).toBeLessThan(2_000);
    expect(slips).not.toContain('a'.repeat(24));
  });
});
