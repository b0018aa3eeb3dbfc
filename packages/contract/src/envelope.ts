import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

/** ISO 8601 in UTC with milliseconds: the form of every time that we make ourselves. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', examples: ['2026-11-15T08:30:00.000Z'] });

const NOTICE =
  'What the data of this service is, where it is a selection: a package without a finding is then not known to be clean.';

/** The body of a successful answer: the envelope, or the document itself where the endpoint is bare. */
export function answerOf(endpoint: Endpoint): z.ZodType {
  if (endpoint.unwrapped) return endpoint.data;
  return z.object({
    success: z.literal(true),
    data: endpoint.data,
    ...endpoint.envelopeFields.shape,
    notice: z.string().optional().describe(NOTICE),
    timestamp: Timestamp.describe('When the answer was computed; it stays while the answer is served from cache.'),
  });
}

/** The endpoint's example as a whole answer, computed at a time that never changes. */
export function exampleAnswer(endpoint: Endpoint): unknown {
  if (endpoint.unwrapped) return endpoint.example;
  return {
    success: true,
    data: endpoint.example,
    ...endpoint.exampleEnvelopeFields,
    timestamp: '2026-11-15T08:30:00.000Z',
  };
}
