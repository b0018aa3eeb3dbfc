import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@almanac/source', 'module', 'node'];

/** One runner for every package: sources are imported through the `@almanac/source` condition, as `node` does. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.soak.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Half of the time of most tests is spent waiting for an engine: two at once also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: { TZ: 'America/New_York' },
  },
});
