import { sql } from 'kysely';

/**
 * Whether the claims of a row of `affected` name a version without the vulnerability, read off their text (packages/core/src/ranges/packed-assertion.ts):
 * a range of affected versions that ends with a fix, or, of what is affected but for these, a range of unaffected ones that begins.
 */
export const HAS_FIX = sql`(
  claims ~ '\\{"k":[^{}]*"e":\\[("[^"]*",)*"f'
  or (claims like '{"o":"affected"%' and claims ~ '\\{"s":"unaffected","k":[^{}]*"e":\\["i(?!0")'))`;
