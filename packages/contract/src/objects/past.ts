import * as z from 'zod';

/** Whose dates decide what counts on a past day. The default is the same everywhere. */
export const ClockInput = z
  .enum(['known', 'true'])
  .default('true')
  .describe(
    '`known`: what we had observed by then. `true`: also what its source dates up to then and we observed later.',
  );

/** How an answer about a past day is known. */
export const Basis = z
  .enum(['observed', 'reconstructed'])
  .describe('`reconstructed`: some of it was observed later and counts from the date that its source gives.')
  .meta({ id: 'Basis' });
export type Basis = z.infer<typeof Basis>;
