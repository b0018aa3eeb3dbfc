import type { z } from 'zod';

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** Members of an answer that its schema lets through and does not name: typed clients cannot see them. An object that names none is open by intent. */
export function undeclared(schema: z.ZodType, value: unknown, at = ''): string[] {
  const { type, shape = {}, element, innerType, valueType, options } = schema._zod.def as unknown as Def;
  if (innerType !== undefined) return undeclared(innerType, value, at);
  if (typeof value !== 'object' || value === null) return [];
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    return value.flatMap((each) => undeclared(element, each, `${at}[]`));
  }
  if (type === 'record' && valueType !== undefined) {
    return Object.values(value).flatMap((each) => undeclared(valueType, each, `${at}.*`));
  }
  if (type === 'union') {
    const fitting = (options ?? []).filter((option) => option.safeParse(value).success);
    return fitting.length === 0 ? [] : undeclared(fitting[0] as z.ZodType, value, at);
  }
  if (type !== 'object' || Object.keys(shape).length === 0) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return member === undefined ? [`${at}.${name}`] : undeclared(member, each, `${at}.${name}`);
  });
}
