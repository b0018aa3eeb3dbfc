import * as z from 'zod';
import { Sha256 } from './sha256.ts';

/** A record and the hash of its bytes, for `GET /evidence/:sha256`. */
export const RecordHash = z
  .object({ source: z.string(), id: z.string(), sha256: Sha256.nullable().describe('Null if unavailable.') })
  .meta({ id: 'RecordHash' });
export type RecordHash = z.infer<typeof RecordHash>;
