import { expect, it } from 'vitest';
import { openElsewhere } from '../support/hostile/network.ts';
import { answeredShare, described, percentileOf, tellHostileStory } from '../support/hostile/story.ts';

/** Ten minutes, or as many seconds as `HOSTILE_SECONDS` says. */
const SECONDS = Number(process.env['HOSTILE_SECONDS'] ?? 600);

it(
  'serves an ordinary client beside eight hostile addresses',
  async () => {
    using attackers = openElsewhere();
    const aloneMs = Math.max(10, SECONDS / 10) * 1_000;
    const figures = await tellHostileStory({ aloneMs, hostileMs: SECONDS * 1_000, attackers });

    console.log(described(figures));
    expect(answeredShare(figures.cached)).toBe(1);
    expect(percentileOf(figures.cached, 0.99)).toBeLessThanOrEqual(5 * percentileOf(figures.alone, 0.99));
    expect(answeredShare(figures.cold)).toBeGreaterThanOrEqual(0.99);
    expect(answeredShare(figures.keyed)).toBeGreaterThanOrEqual(0.99);
    expect(figures.longestStall.milliseconds).toBeLessThanOrEqual(50);
    expect(figures.mostRssMb).toBeLessThanOrEqual(600);
    expect(figures.liveAgainAfter).toBeLessThan(60_000);
  },
  SECONDS * 1_500 + 300_000,
);
