import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const conditions = ['@almanac/source', 'node'];

/** What all runs have in common. Sources are imported through the `@almanac/source` condition, as `node` does. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 90_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Node runs the sources itself, as in production: Vite's runner turns each imported name into the getter of an object, which takes a
    // quarter more time.
    execArgv: ['--conditions=@almanac/source'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Much of the time of most tests is spent waiting for an engine or a clock.
    maxWorkers: availableParallelism() + 1,
    // Programs that tests start find there what was compiled for the last one: half of what a start costs.
    env: { TZ: 'America/New_York', NODE_COMPILE_CACHE: path.join(tmpdir(), 'almanac-test-compiled') },
  },
});
