/** One attribute of a CPE name. ANY covers everything; NA says that the attribute has no meaning for the product. */
export type CpeAttribute = { readonly kind: 'any' } | { readonly kind: 'na' } | CpeValue;

export interface CpeValue {
  readonly kind: 'value';
  /** Without escapes, in lower case. Wildcards at either end are not part of it. */
  readonly text: string;
  /** `*` for any run of characters, or as many `?` as characters may stand there at most. */
  readonly before: string;
  readonly after: string;
}

export const CPE_ATTRIBUTES = [
  'part',
  'vendor',
  'product',
  'version',
  'update',
  'edition',
  'language',
  'swEdition',
  'targetSw',
  'targetHw',
  'other',
] as const;
export type CpeAttributeName = (typeof CPE_ATTRIBUTES)[number];

/** A CPE name or pattern (NISTIR 7695). */
export type Cpe = Readonly<Record<CpeAttributeName, CpeAttribute>>;

export const CPE_ANY: CpeAttribute = { kind: 'any' };
export const CPE_NA: CpeAttribute = { kind: 'na' };

/** The plain text of an attribute; null for ANY, NA and patterns. */
export function cpeText(attribute: CpeAttribute): string | null {
  return attribute.kind === 'value' && attribute.before === '' && attribute.after === '' ? attribute.text : null;
}
