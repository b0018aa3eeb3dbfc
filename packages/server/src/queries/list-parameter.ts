import { type RawBuilder, sql } from 'kysely';

/**
 * A list as one parameter. The select around it hides its length from the planner: with it, a plan for one element looks so much
 * cheaper than one for any list that PostgreSQL makes a plan for each question and never keeps one. To plan takes longer than to answer.
 */
function list<T>(type: 'bigint' | 'integer' | 'smallint' | 'text', write: (value: T) => string) {
  const array = sql.raw(`${type}[]`);
  return (values: readonly (T | null)[]): RawBuilder<unknown> =>
    sql`(select ${arrayText(values, write)}::${array})::${array}`;
}

/** As PostgreSQL reads arrays. Written here: pg takes several times as long for each element. */
function arrayText<T>(values: readonly (T | null)[], write: (value: T) => string): string {
  return `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;
}

/** Texts as one text, which `::text[]` makes an array of. */
export function textArray(values: readonly (string | null)[]): string {
  return arrayText(values, quoted);
}

function quoted(text: string): string {
  return `"${SPECIAL.test(text) ? text.replaceAll(EVERY_SPECIAL, '\\$&') : text}"`;
}

const SPECIAL = /["\\]/;
const EVERY_SPECIAL = /["\\]/g;

export const bigints = list<number>('bigint', String);
export const integers = list<number>('integer', String);
export const smallints = list<number>('smallint', String);
export const texts = list('text', quoted);
