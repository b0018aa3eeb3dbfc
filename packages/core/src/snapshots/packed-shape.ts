import type { PackedAssertion } from '../ranges/packed-assertion.ts';

/** Whether a value from outside has the shape of a packed assertion, so that unpacking and evaluating it cannot fail. */
export function isPackedAssertion(value: unknown): value is PackedAssertion {
  if (!isObject(value)) return false;
  const { o, b, v, n, c } = value;
  return (
    (o === undefined || isOneOf(o, STATUSES)) &&
    isTextOrLeftOut(b) &&
    (v === null || isTextOrLeftOut(v)) &&
    isTextOrLeftOut(n) &&
    isListOf(c, isPackedClaim)
  );
}

function isPackedClaim(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { s, k, w = [], p = [], o, e = [], i = [], v = [], t, d } = value;
  return (
    (s === undefined || isOneOf(s, STATUSES)) &&
    isOneOf(k, KINDS) &&
    [w, p, v].every((all) => isListOf(all, isText)) &&
    isListOf(e, (event) => isText(event) && EVENT.test(event)) &&
    isListOf(i, isInterval) &&
    [o, t, d].every(isTextOrLeftOut)
  );
}

const STATUSES = ['affected', 'unaffected', 'unknown'];
const KINDS = ['semver', 'ecosystem', 'git', 'cve', 'advisory', 'cpe'];
const EVENT = /^[iaflm]/;
const BOUND = /^[[(*]/;

function isInterval(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isBound);
}

function isBound(value: unknown): boolean {
  return value === null || (isText(value) && BOUND.test(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrLeftOut(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isOneOf(value: unknown, words: readonly string[]): boolean {
  return isText(value) && words.includes(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
