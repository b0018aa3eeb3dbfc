import * as z from 'zod';

/** Whose dates decide what counts on a past day; every endpoint that takes a date has the same default. */
export const ClockInput = z
  .enum(['known', 'true'])
  .default('true')
  .describe(
    '`true`: what we had observed by then, and what its source dates up to then and we observed later. `known`: only what we had observed by then.',
  );

/** How an answer about a past day is known. */
export const Basis = z
  .enum(['observed', 'reconstructed'])
  .describe(
    '`observed`: everything in the answer had been read by then. `reconstructed`: some of it was read later and counts from the date that its ' +
      'source gives, in the first version that we have. An answer about now is `observed`.',
  )
  .meta({ id: 'Basis' });
export type Basis = z.infer<typeof Basis>;
