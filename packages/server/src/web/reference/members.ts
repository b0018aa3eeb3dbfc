import type { OpenapiDocument, Ref, Schema } from '@almanac/contract';

/** `path` starts at the top: `data.sources[].licence`. */
export interface Member {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Resolves a reference and merges members written next to it. */
export function deref<T extends object>(document: OpenapiDocument, given: T | Ref): T {
  if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T;
  const [, kind = '', name = ''] = given.$ref.replace('#/', '').split('/');
  const components = document.components as unknown as Record<string, Record<string, T | Ref> | undefined>;
  const target = components[kind]?.[name];
  return { ...(target === undefined ? {} : deref(document, target)), ...given, $ref: undefined } as unknown as T;
}

/**
 * Lists every member in schema order, nested members after their owner. Describes a named schema only where it first
 * occurs; `described` records these places.
 */
export function membersOfSchema(
  document: OpenapiDocument,
  schema: Schema,
  at = '',
  described = new Map<string, string>(),
): Member[] {
  const whole = deref(document, schema);
  if (schema.$ref !== undefined && whole.properties !== undefined) {
    if (described.has(schema.$ref)) return [];
    described.set(schema.$ref, at);
  }
  const forms = whole.anyOf ?? whole.oneOf;
  if (forms !== undefined) return forms.flatMap((form) => membersOfSchema(document, form, at, described));
  const members: Member[] = [];
  for (const [name, member] of Object.entries(whole.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`;
    const required = whole.required?.includes(name) === true;
    const above = listRefs(member).flatMap((ref) => described.get(ref) ?? [])[0];
    const own = deref(document, member).description ?? '';
    const description = above === undefined ? own : `${own} Members as in \`${above}\`.`.trim();
    members.push({ path, type: typeText(document, member), required, description });
    members.push(...membersOfSchema(document, member, path, described));
  }
  if (typeof whole.items === 'object') members.push(...membersOfSchema(document, whole.items, `${at}[]`, described));
  const { additionalProperties: values } = whole;
  if (typeof values === 'object') members.push(...membersOfSchema(document, values, `${at}.*`, described));
  return members;
}

function listRefs({ $ref, items, anyOf = [] }: Schema): string[] {
  const inner = [...(typeof items === 'object' ? [items] : []), ...anyOf];
  return [...($ref === undefined ? [] : [$ref]), ...inner.flatMap(listRefs)];
}

/** `string or null`, `integer, 1 to 500`, `list of object`. */
export function typeText(document: OpenapiDocument, schema: Schema): string {
  const words = formsOf(document, schema).map((form) => {
    if (form.const !== undefined) return JSON.stringify(form.const);
    if (form.enum !== undefined) return form.enum.map(String).join(', ');
    if (form.type === 'array') return listText(document, form);
    return `${form.type === undefined ? 'any' : String(form.type)}${formatText(form)}${boundsText(form)}`;
  });
  return [...new Set(words)].join(' or ');
}

/** `[integer, integer]` for a tuple. */
function listText(document: OpenapiDocument, { items, prefixItems }: Schema): string {
  if (Array.isArray(prefixItems)) {
    return `[${(prefixItems as readonly Schema[]).map((item) => typeText(document, item)).join(', ')}]`;
  }
  return `list of ${typeText(document, typeof items === 'object' ? items : {})}`;
}

function formsOf(document: OpenapiDocument, schema: Schema): Schema[] {
  const whole = deref(document, schema);
  const forms = whole.anyOf ?? whole.oneOf;
  return forms === undefined ? [whole] : forms.flatMap((form) => formsOf(document, form));
}

const FORMATS = new Map([
  ['date-time', ' (time)'],
  ['date', ' (date)'],
  ['uri', ' (address)'],
]);

function formatText({ format }: Schema): string {
  return FORMATS.get(String(format)) ?? '';
}

function boundsText({ type, minimum, maximum, maxLength }: Schema): string {
  if (typeof maxLength === 'number') return `, at most ${maxLength} characters`;
  if (type !== 'integer' && type !== 'number') return '';
  if (typeof minimum === 'number' && typeof maximum === 'number') return `, ${minimum} to ${maximum}`;
  if (typeof maximum === 'number') return `, at most ${maximum}`;
  return typeof minimum === 'number' && minimum !== 0 ? `, at least ${minimum}` : '';
}
