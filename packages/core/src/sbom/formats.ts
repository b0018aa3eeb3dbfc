import type { SbomEncoding, SbomFormat } from './model.ts';

/** A form of document that is read. */
export interface SbomForm {
  readonly format: SbomFormat;
  readonly encoding: SbomEncoding;
  /** Ascending; of Nix what wrote it. A later version of the same major version is read all the same, with a note. */
  readonly specVersions: readonly string[];
}

/** What `readSbom` reads; `GET /sbom/formats` and `docs/scan.md` list the same. */
export const SBOM_FORMS: readonly SbomForm[] = [
  { format: 'cyclonedx', encoding: 'json', specVersions: ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] },
  { format: 'cyclonedx', encoding: 'xml', specVersions: ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] },
  { format: 'spdx', encoding: 'json', specVersions: ['2.2', '2.3'] },
  { format: 'spdx', encoding: 'tag-value', specVersions: ['2.2', '2.3'] },
  { format: 'spdx', encoding: 'json-ld', specVersions: ['3.0'] },
  { format: 'nix', encoding: 'json', specVersions: ['path-info', 'derivation'] },
  { format: 'nix', encoding: 'text', specVersions: ['store-paths'] },
  { format: 'nix', encoding: 'dot', specVersions: ['graph'] },
];

/** What to do with a document of a version: read it, with a note or without, or say why not. */
export type VersionDecision =
  | { readonly read: true; readonly specVersion: string; readonly note: string | null }
  | { readonly read: false; readonly reason: string };

/** What a document that does not say its version has in place of one. */
export const VERSION_UNSTATED = 'unstated';

const NAMES = { cyclonedx: 'CycloneDX', spdx: 'SPDX' } as const;

/**
 * Minor versions only add to a standard, so that a later one can be read as far as we know it; the earlier ones were
 * written otherwise, and another major version is another format.
 */
export function decideVersion(
  format: Exclude<SbomFormat, 'nix'>,
  encoding: SbomEncoding,
  written: string | null,
): VersionDecision {
  const name = NAMES[format];
  const versions = SBOM_FORMS.find((form) => form.format === format && form.encoding === encoding)?.specVersions ?? [];
  const [first, last] = [versions[0] ?? '', versions.at(-1) ?? ''];
  const known = first === last ? first : `${first} to ${last}`;
  if (written === null) {
    return { read: true, specVersion: VERSION_UNSTATED, note: `The document does not state its ${name} version.` };
  }
  const match = /^(\d{1,3})\.(\d{1,3})(\.\d{1,3})?$/.exec(written);
  const shown = written.slice(0, 40);
  if (match === null) {
    return { read: false, reason: `${name} version "${shown}" is not valid; supported as ${encoding}: ${known}.` };
  }
  const plain = `${Number(match[1])}.${Number(match[2])}`;
  if (versions.includes(plain)) return { read: true, specVersion: plain, note: null };
  const [major, minor] = last.split('.').map(Number) as [number, number];
  if (Number(match[1]) === major && Number(match[2]) > minor) {
    const note = `${name} ${shown} is newer than ${last}, the latest version supported; new features are ignored.`;
    return { read: true, specVersion: plain, note };
  }
  return { read: false, reason: `${name} ${shown} is not supported as ${encoding}; supported: ${known}.` };
}
