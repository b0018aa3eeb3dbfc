import { defineConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

/** What is too long for every commit: `npm run soak`. One file at a time, since these measure. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['packages/*/test/**/*.soak.test.ts', 'test/*.soak.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
