/** Formats a PostgreSQL array. pg takes several times as long per element. */
export function arrayText<T>(values: readonly (T | null | undefined)[], write: (value: T) => string): string {
  let text = '{';
  for (const value of values) {
    text += `${text.length === 1 ? '' : ','}${value === null || value === undefined ? 'NULL' : write(value)}`;
  }
  return `${text}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return arrayText(values, quoted);
}

export function quoted(text: string): string {
  return `"${SPECIAL.test(text) ? text.replaceAll(EVERY_SPECIAL, '\\$&') : text}"`;
}

const SPECIAL = /["\\]/;
const EVERY_SPECIAL = /["\\]/g;
