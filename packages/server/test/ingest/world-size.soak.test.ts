import { tellWorldStory } from '../support/world-size/story.ts';

const HOUR = 3_600_000;

/** The size of the world, or the share of it that WORLD_SHARE names. */
tellWorldStory({
  share: Number(process.env['WORLD_SHARE'] ?? 1),
  ownServer: true,
  maxMemoryMb: 1024,
  idleMs: 20_000,
  maxSlowdown: 2,
  timeoutMs: 6 * HOUR,
  say: (text) => console.log(text),
});
