import { printPurl } from './build.ts';
import { packageOfPurl } from './packages.ts';
import { readPurl } from './parse.ts';

/** A package as people name it: a package URL, or the name of a nixpkgs package with or without a version. */
export type PackageReference =
  | { readonly kind: 'purl'; readonly purl: string }
  | { readonly kind: 'name'; readonly name: string; readonly version: string | null };

/** Parses `curl`, `curl@8.4.0` and `pkg:npm/lodash@4.17.20`. Every command, tool and page that takes a package takes all three. */
export function parsePackageReference(text: string): PackageReference {
  if (/^pkg:/i.test(text)) return { kind: 'purl', purl: text };
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1) return { kind: 'name', name: text, version: null };
  return { kind: 'name', name: text.slice(0, at), version: text.slice(at + 1) };
}

/** `curl@8.4.0` → `pkg:nix/curl@8.4.0`; a package URL stays as it is. */
export function toPurl(text: string): string {
  const reference = parsePackageReference(text);
  if (reference.kind === 'purl') return reference.purl;
  const { name, version } = reference;
  return printPurl({ type: 'nix', namespace: null, name, version, qualifiers: {}, subpath: null });
}

/** The name alone: `curl@8.4.0` → `curl`, `pkg:npm/%40babel/core@7.0.0` → `@babel/core`. */
export function toPackageName(text: string): string {
  const reference = parsePackageReference(text);
  if (reference.kind === 'name') return reference.name;
  const { purl } = readPurl(reference.purl, { tolerant: true });
  if (purl === null) return text;
  const found = packageOfPurl(purl);
  return found.ecosystem === null ? purl.name : found.name;
}
