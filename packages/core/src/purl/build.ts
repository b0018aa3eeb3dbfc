import { percentEncode } from './percent.ts';
import type { Purl, PurlParts, PurlReading } from './purl.ts';
import { purlTypeOf } from './types.ts';

/** Checks parts and brings them into normal form. `tolerant` forgives what leaves the package itself in no doubt. */
export function buildPurl(parts: PurlParts, options: { tolerant?: boolean } = {}): PurlReading {
  const type = parts.type?.toLowerCase() ?? '';
  if (!TYPE.test(type)) return refuse(`"${short(type)}" is not a purl type: ${ALLOWED_IN_TYPE}`);
  if (parts.name === null || parts.name === '') return refuse('the name is missing');
  const qualifiers = cleanQualifiers(parts.qualifiers ?? {});
  if (typeof qualifiers === 'string') return refuse(`"${short(qualifiers)}" is not a qualifier key: ${ALLOWED_IN_KEY}`);

  const rules = purlTypeOf(type);
  const inCase = (part: 'namespace' | 'name' | 'version', text: string) =>
    rules.lowercase.includes(part) ? text.toLowerCase() : text;
  const written: Purl = {
    type,
    namespace: cleanPath(inCase('namespace', parts.namespace ?? '')),
    name: inCase('name', parts.name),
    version: inCase('version', parts.version ?? '') || null,
    qualifiers,
    subpath: cleanPath(parts.subpath ?? '', DOTS),
  };
  const purl = rules.normalise === undefined ? written : { ...written, ...rules.normalise(written) };

  if (rules.namespace === 'prohibited' && purl.namespace !== null) {
    return refuse(`${type} purls have no namespace, but "${short(purl.namespace)}" was given`);
  }
  const missing = missingParts(purl);
  if (missing.length > 0 && !options.tolerant) return refuse(`a ${type} purl needs ${missing.join(' and ')}`);
  const problem = rules.problem?.(purl) ?? null;
  return problem === null ? { purl, notes: missing.map((part) => `${part} is missing`), problem } : refuse(problem);
}

/** The canonical string: sorted qualifiers, upper-case escapes, nothing that could be left out. */
export function printPurl(purl: Purl): string {
  const keys = Object.keys(purl.qualifiers).toSorted();
  const pairs = keys.map((key) => `${key}=${percentEncode(purl.qualifiers[key] ?? '')}`);
  return [
    `pkg:${purl.type}/`,
    purl.namespace === null ? '' : `${encodePath(purl.namespace)}/`,
    // The name of a git purl is the repository's path on its host.
    purl.type === 'git' ? encodePath(purl.name) : percentEncode(purl.name),
    purl.version === null ? '' : `@${percentEncode(purl.version)}`,
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
    purl.subpath === null ? '' : `#${encodePath(purl.subpath)}`,
  ].join('');
}

/** A refusal with its reason. */
export function refuse(problem: string): PurlReading {
  return { purl: null, problem };
}

/** A caller's text in a message, cut to a length a person would read. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const TYPE = /^[a-z][a-z0-9.-]*$/;
const ALLOWED_IN_TYPE = 'use letters, digits, "." and "-", starting with a letter';
const KEY = /^[a-z][a-z0-9._-]*$/;
const ALLOWED_IN_KEY = 'use letters, digits, ".", "-" and "_", starting with a letter';
const DOTS: readonly string[] = ['.', '..'];

/** The qualifiers that have a value, or the first key that cannot be one. */
function cleanQualifiers(given: Readonly<Record<string, string | null>>): Record<string, string> | string {
  const qualifiers = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(given)) {
    const key = name.toLowerCase();
    if (!KEY.test(key)) return name;
    const value = given[name];
    if (value) qualifiers[key] = value;
  }
  return qualifiers;
}

function missingParts(purl: Purl): string[] {
  const rules = purlTypeOf(purl.type);
  const missing = rules.namespace === 'required' && purl.namespace === null ? ['a namespace'] : [];
  for (const key of rules.qualifiers) if (purl.qualifiers[key] === undefined) missing.push(`the qualifier ${key}`);
  return missing;
}

function cleanPath(path: string, dropped: readonly string[] = []): string | null {
  if (path === '') return null;
  const segments = path.split('/').filter((segment) => segment !== '' && !dropped.includes(segment));
  return segments.length === 0 ? null : segments.join('/');
}

function encodePath(path: string): string {
  return path.split('/').map(percentEncode).join('/');
}
