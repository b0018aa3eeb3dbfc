import { tellWorldStory } from '../support/world-size/story.ts';

/** One record in 2,000; the whole is read by world-size.soak.test.ts. */
tellWorldStory({
  share: 1 / 2_000,
  ownServer: false,
  maxMemoryMb: 512,
  idleMs: 500,
  maxSlowdown: null,
  timeoutMs: 120_000,
  say: () => {},
});
