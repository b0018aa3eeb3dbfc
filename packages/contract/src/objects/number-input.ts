import * as z from 'zod';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

interface WithDefault extends Bounds {
  /** Where none is given. */
  readonly usual: number;
}

/** A whole number in an address, written in digits alone: no sign, exponent, fraction or blank. More than `max` is refused. */
export function integerInput({ min, max, usual }: WithDefault) {
  return written(DIGITS, { min, max }, `expected a whole number from ${min} to ${max}, in digits`)
    .default(usual)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number);
}

/** The same, where more than `max` means `max`: the size of a page, and bounds of work. */
export function cutIntegerInput({ min, max, usual }: WithDefault) {
  const error = `expected a whole number of ${min} or more, in digits; more than ${max} means ${max}`;
  return written(DIGITS, { min, max: Number.POSITIVE_INFINITY }, error)
    .default(usual)
    .meta({ type: 'integer', minimum: min })
    .transform((given) => Math.min(Number(given), max));
}

/** A number in an address, written as a decimal fraction. */
export function decimalInput({ min, max }: Bounds) {
  return written(DECIMAL, { min, max }, `expected a number from ${min} to ${max}, such as 0.5`)
    .meta({ type: 'number', minimum: min, maximum: max })
    .transform(Number);
}

const DIGITS = /^\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** `Number` alone would also read `0x10`, `1e2`, `+5`, `5.` and blanks. Programs that ask within the process send numbers. */
function written(form: RegExp, { min, max }: Bounds, error: string): z.ZodType<number | string, number | string> {
  const isRead = (given: unknown): given is number | string => {
    if (typeof given !== 'string' && typeof given !== 'number') return false;
    return form.test(String(given)) && Number(given) >= min && Number(given) <= max;
  };
  return z.unknown().refine(isRead, { error }) as z.ZodType<number | string, number | string>;
}
