import { expect, it } from 'vitest';
import { firstJob, sourceJob } from './source-job.ts';

it('fills from small files before large ones, and both after what has changed', () => {
  const small = firstJob({ id: 'kev' }, 'bulk').spec.priority;
  const large = firstJob({ id: 'nvd', large: true }, 'bulk').spec.priority;

  expect(sourceJob('osv', 'delta').spec.priority).toBeLessThan(small);
  expect(small).toBeLessThan(large);
});
