import { defineConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

/**
 * The tests that `npm run mutation` runs for every mutant: the quick ones of the parts that decide.
 * They share one worker, since a new one for each file takes longer than the tests in it.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'packages/core/src/{versions,ranges,matching,remediation}/*.test.ts',
      'packages/core/test/regressions.test.ts',
    ],
    isolate: false,
    // A worker runs the same files for each mutant, and Node keeps what it has imported.
    experimental: { viteModuleRunner: true },
  },
});
