import { memberOfSet } from '../names/attribute-sets.ts';
import { canonicalName } from '../names/canonical.ts';
import { pep503 } from '../names/pep503.ts';

/** A package of a collection as far as it is named. */
export interface NamedEntry {
  /** As the collection writes it: `haskellPackages."3d-graphics"`. */
  readonly attribute: string;
  readonly pname: string | null;
}

/** The form in which names of a collection are compared. */
export function lookupForm(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * The names under which an entry is looked up: its attribute, the last part of that, its own name, the name without a release
 * line or with the language before it (`openssl_3` → `openssl`, `python312Packages.requests` → `python:requests`).
 */
export function lookupNames({ attribute, pname }: NamedEntry): string[] {
  const member = memberOfSet(attribute);
  const python = member?.language?.id === 'python';
  const names = [
    attribute,
    unquoted(attribute),
    member?.name ?? '',
    python ? pep503(member.name) : '',
    pname ?? '',
    canonicalName(attribute),
    // Of a set that is no language's the member is known by its own name; of a language's it is not (`hub` of `nodePackages`).
    pname === null || member?.language ? '' : canonicalName(pname),
  ];
  return [...new Set(names.map(lookupForm))].filter((name) => name !== '').sort();
}

/** `nodePackages."socket.io"` is written without quotes as often. */
export function unquoted(attribute: string): string {
  return attribute.replaceAll('"', '');
}
