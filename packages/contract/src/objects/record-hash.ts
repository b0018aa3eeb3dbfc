import * as z from 'zod';
import { Sha256 } from './sha256.ts';

/** A record, and the hash of its bytes; `GET /evidence/:sha256` has them. */
export const RecordHash = z
  .object({ source: z.string(), id: z.string(), sha256: Sha256.nullable().describe('Null where it is not at hand.') })
  .meta({ id: 'RecordHash' });
export type RecordHash = z.infer<typeof RecordHash>;
