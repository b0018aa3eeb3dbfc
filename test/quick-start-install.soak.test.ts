import { expect, it } from 'vitest';
import { startDemo } from './quick-start-demo.ts';
import { readmeBlock } from './quick-start-readme.ts';

it('the first lines of the README, typed as they are, install everything and start the demo', {
  timeout: 600_000,
}, async () => {
  await using stack = new AsyncDisposableStack();

  const { site, running } = await startDemo(stack, readmeBlock('npm run demo'), { linked: false });

  expect((await fetch(site)).status).toBe(200);
  expect(running.written()).toMatch(/^added \d+ packages/m);
});
