import { type RawBuilder, sql } from 'kysely';
import { arrayText, quoted } from '../platform/array-text.ts';

/**
 * A list as one parameter. The select around it hides its length from the planner: with it, a plan for one element looks so much
 * cheaper than one for any list that PostgreSQL makes a plan for each question and never keeps one. To plan takes longer than to answer.
 * A statement that is compiled once has `parameter`, and each call passes it what `write` returns.
 */
function list<T>(type: 'bigint' | 'integer' | 'smallint' | 'text', writeOne: (value: T) => string) {
  const array = sql.raw(`${type}[]`);
  const parameter = (written: string): RawBuilder<unknown> => sql`(select ${written}::${array})::${array}`;
  const write = (values: readonly (T | null)[]): string => arrayText(values, writeOne);
  return Object.assign((values: readonly (T | null)[]) => parameter(write(values)), { parameter, write });
}

export const bigints = list<number>('bigint', String);
export const integers = list<number>('integer', String);
export const smallints = list<number>('smallint', String);
export const texts = list('text', quoted);
