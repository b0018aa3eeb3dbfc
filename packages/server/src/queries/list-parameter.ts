import { type RawBuilder, sql } from 'kysely';
import { arrayText, quoted } from '../platform/array-text.ts';

/**
 * A list as one parameter. The select around it hides its length from the planner: with it, a plan for one element looks so much
 * cheaper than one for any list that PostgreSQL makes a plan for each question and never keeps one. To plan takes longer than to answer.
 */
function list<T>(type: 'bigint' | 'integer' | 'smallint' | 'text', write: (value: T) => string) {
  const array = sql.raw(`${type}[]`);
  return (values: readonly (T | null)[]): RawBuilder<unknown> =>
    sql`(select ${arrayText(values, write)}::${array})::${array}`;
}

export const bigints = list<number>('bigint', String);
export const integers = list<number>('integer', String);
export const smallints = list<number>('smallint', String);
export const texts = list('text', quoted);
