import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';
import base from './vitest.base.config.ts';

const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];
/** Those that measure, and those that hold much in memory, have a process of their own. */
const ALONE = [
  '**/{*-,}{corpus,growth,scale,hostile}.test.ts',
  'packages/server/test/ingest/{corpus-ingest,kill,worker}.test.ts',
  'packages/server/test/{http/overload,packages/giant,simulation/simulation}.test.ts',
];
const exclude = ['**/node_modules/**', '**/*.soak.test.ts'];

/**
 * One runner for every package. Most files share the processes that run them, since to load the server anew takes longer than
 * most of its tests: there is no module-level state that one could leave to the next. `--isolate` gives each file its own.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, exclude } },
      { extends: true, test: { name: 'together', include: ALL, exclude: [...exclude, ...ALONE], isolate: false } },
    ],
  },
});
