import { expect, it } from 'vitest';
import { WORKER_INTERVALS } from '../../src/ingest/worker.ts';
import { killWorkerMidRun, undisturbedState } from '../support/kills/worker-kill.ts';

it('a killed worker’s run is resumed and finished within 90 seconds', { timeout: 150_000 }, async () => {
  const { secondsToRecover, runs, state } = await killWorkerMidRun(121, WORKER_INTERVALS);

  expect(secondsToRecover).toBeLessThan(90);
  expect(runs).toEqual(['abandoned', 'ok']);
  expect(state).toEqual(await undisturbedState());
});
