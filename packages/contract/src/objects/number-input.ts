import * as z from 'zod';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

interface WithDefault extends Bounds {
  /** The default. */
  readonly usual: number;
}

/** Accepts digits only: no sign, exponent, fraction or space. */
export function integerInput({ min, max, usual }: WithDefault) {
  return written(DIGITS, { min, max }, `expected an integer from ${min} to ${max}`)
    .default(usual)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number);
}

/** Reduces values above `max` to `max`, for page sizes and limits. */
export function cutIntegerInput({ min, max, usual }: WithDefault) {
  const error = `expected an integer of ${min} or more; larger values mean ${max}`;
  return written(DIGITS, { min, max: Number.POSITIVE_INFINITY }, error)
    .default(usual)
    .meta({ type: 'integer', minimum: min })
    .transform((given) => Math.min(Number(given), max));
}

export function decimalInput({ min, max }: Bounds) {
  return written(DECIMAL, { min, max }, `expected a number from ${min} to ${max}, such as 0.5`)
    .meta({ type: 'number', minimum: min, maximum: max })
    .transform(Number);
}

const DIGITS = /^\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** `Number` alone would also accept `0x10`, `1e2`, `+5`, `5.` and spaces. In-process callers pass numbers. */
function written(form: RegExp, { min, max }: Bounds, error: string): z.ZodType<number | string, number | string> {
  const isRead = (given: unknown): given is number | string => {
    if (typeof given !== 'string' && typeof given !== 'number') return false;
    return form.test(String(given)) && Number(given) >= min && Number(given) <= max;
  };
  return z.unknown().refine(isRead, { error }) as z.ZodType<number | string, number | string>;
}
