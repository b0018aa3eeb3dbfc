import * as z from 'zod';

/**
 * An object whose keys come from outside, such as ecosystems. Every key stays: `z.record` leaves out `__proto__`, and what is
 * left out of a list of vulnerabilities reads as clean.
 */
export function keyed<T extends z.ZodType>(item: T, shown: Readonly<Record<string, unknown>>) {
  return z
    .unknown()
    .refine((value) => isObject(value) && Object.values(value).every((each) => item.safeParse(each).success))
    .meta({ type: 'object', additionalProperties: shown }) as unknown as z.ZodType<
    Record<string, z.output<T>>,
    Record<string, z.output<T>>
  >;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
