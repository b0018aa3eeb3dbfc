import * as z from 'zod';

/** Keeps every key: `z.record` drops `__proto__`, and a dropped list of vulnerabilities would look clean. */
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
