import { z } from 'zod';
import type { GhsaPlace } from '../../queries/ghsa.ts';

const Place = z.tuple([z.iso.datetime({ precision: 3 }).nullable(), z.string().min(1).max(100)]);

/** Where the list goes on: a date and an id, in a form that nobody is tempted to write by hand. */
export function cursorOf({ published, id }: GhsaPlace): string {
  return Buffer.from(JSON.stringify([published, id])).toString('base64url');
}

/** Null when it is none of ours. */
export function placeOf(cursor: string): GhsaPlace | null {
  try {
    const [published, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    // PostgreSQL takes no NUL in a text.
    return id.includes('\u0000') ? null : { published, id };
  } catch {
    return null;
  }
}
