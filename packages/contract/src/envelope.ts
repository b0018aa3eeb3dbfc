import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

/** ISO 8601 in UTC with milliseconds, as in every timestamp that we produce. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', examples: ['2026-11-15T08:30:00.000Z'] });

const NOTICE =
  'Present if this service has only a selection of the data. A package without findings may then still be affected.';

/** Builds the schema of a successful response: the envelope, or the bare document. */
export function answerOf(endpoint: Endpoint): z.ZodType {
  if (endpoint.unwrapped) return endpoint.data;
  return z.object({
    success: z.literal(true),
    data: endpoint.data,
    ...endpoint.envelopeFields.shape,
    notice: z.string().optional().describe(NOTICE),
    timestamp: Timestamp.describe('When the response was computed. Cached responses keep this time.'),
  });
}

/** Builds a complete example response with a fixed timestamp. */
export function exampleAnswer(endpoint: Endpoint): unknown {
  if (endpoint.unwrapped) return endpoint.example;
  return {
    success: true,
    data: endpoint.example,
    ...endpoint.exampleEnvelopeFields,
    timestamp: '2026-11-15T08:30:00.000Z',
  };
}
