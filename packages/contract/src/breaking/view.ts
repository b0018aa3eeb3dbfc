import type { OpenapiDocument, Ref, Schema } from '../openapi/types.ts';

/** A schema with the document that its references point into. */
export interface Placed {
  readonly document: OpenapiDocument;
  readonly schema: Schema;
}

/** A schema after following references and merging `allOf`. */
export interface View {
  /** Null if any type is allowed. */
  readonly types: readonly string[] | null;
  /** Null if the values are not enumerated. */
  readonly values: readonly unknown[] | null;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  readonly keywords: Schema;
}

/** Follows a reference to its component. */
export function resolved<T extends object>(document: OpenapiDocument, given: T | Ref): T {
  if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T;
  const target = given.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  if (target === undefined) throw new Error(`${given.$ref} does not exist`);
  const { $ref: _, ...siblings } = given as Ref & Record<string, unknown>;
  return { ...(resolved(document, target as T | Ref) as object), ...siblings } as T;
}

/** Returns the members of `anyOf` or `oneOf`, or the schema itself. */
export function alternatives({ document, schema }: Placed): Placed[] {
  const whole = resolved(document, schema);
  const forms = whole.anyOf ?? whole.oneOf;
  if (forms === undefined) return [{ document, schema: whole }];
  return forms.flatMap((form) => alternatives({ document, schema: form }));
}

export function viewOf({ document, schema }: Placed): View {
  const whole = resolved(document, schema);
  const own: View = {
    types: whole.type === undefined ? null : [whole.type].flat(),
    values: whole.enum ?? ('const' in whole ? [whole.const] : null),
    properties: new Map(Object.entries(whole.properties ?? {})),
    required: new Set(whole.required),
    keywords: whole,
  };
  return (whole.allOf ?? []).map((part) => viewOf({ document, schema: part })).reduce(both, own);
}

function both(a: View, b: View): View {
  return {
    types: common(a.types, b.types),
    values: common(a.values, b.values),
    properties: new Map([...a.properties, ...b.properties].map(([name]) => [name, merged(a, b, name)])),
    required: a.required.union(b.required),
    keywords: { ...a.keywords, ...b.keywords },
  };
}

function common<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((value) => b.includes(value));
}

function merged(a: View, b: View, name: string): Schema {
  const parts = [a.properties.get(name), b.properties.get(name)].filter((part) => part !== undefined);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { allOf: parts };
}
