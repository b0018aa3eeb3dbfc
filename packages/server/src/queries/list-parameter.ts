import { type RawBuilder, sql } from 'kysely';

/**
 * A list as one parameter. The select around it hides its length from the planner: with it, a plan for one element looks so much
 * cheaper than one for any list that PostgreSQL makes a plan for each question and never keeps one. To plan takes longer than to answer.
 */
function list(type: 'bigint' | 'integer' | 'smallint' | 'text') {
  const array = sql.raw(`${type}[]`);
  return (values: readonly unknown[]): RawBuilder<unknown> => sql`(select ${values}::${array})::${array}`;
}

export const bigints = list('bigint');
export const integers = list('integer');
export const smallints = list('smallint');
export const texts = list('text');
