import * as z from 'zod';

/** Which dates decide what counts in the past. All endpoints have the same default. */
export const ClockInput = z
  .enum(['known', 'true'])
  .default('true')
  .describe('`known`: what we had observed by then. `true`: also what its source dates earlier but we observed later.');

export const Basis = z
  .enum(['observed', 'reconstructed'])
  .describe('`reconstructed`: some records were observed later and count from the date their source gives.')
  .meta({ id: 'Basis' });
export type Basis = z.infer<typeof Basis>;
