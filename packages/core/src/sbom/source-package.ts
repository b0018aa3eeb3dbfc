import { printPurl } from '../purl/build.ts';
import { readPurl } from '../purl/parse.ts';
import type { Component } from './model.ts';

/** A property of a component, as tools add them beside what the format has a member for. */
export interface Property {
  readonly name: string | null;
  readonly value: string | null;
}

/**
 * The source package that a component was built from, by the properties that tools write for packages of distributions, as the
 * qualifier `upstream` of a package URL has it: `openssl@3.0.11-1`. Null where no tool says it.
 */
export function readSourceProperties(properties: readonly Property[], own: string | null): string | null {
  const said = new Map(properties.map(({ name, value }) => [name, value]));
  const find = (...names: readonly string[]) =>
    names.map((name) => said.get(name)).find((value) => value != null) ?? null;
  const name = find(
    `${TRIVY}SrcName`,
    'syft:metadata:source',
    'syft:metadata:originPackage',
    'syft:metadata:sourceRpm',
  );
  // syft leaves out a source of the package's own name, as Debian does.
  if (name === null) return said.get('syft:package:type') === 'deb' ? own : null;
  const version = find(`${TRIVY}SrcVersion`, 'syft:metadata:sourceVersion');
  if (version === null) return name;
  const [release, epoch] = [find(`${TRIVY}SrcRelease`), find(`${TRIVY}SrcEpoch`)];
  return `${name}@${epoch === null ? '' : `${epoch}:`}${version}${release === null ? '' : `-${release}`}`;
}

const TRIVY = 'aquasecurity:trivy:';

/** Parses trivy's words in SPDX `sourceInfo`: `built package from: openssl 3.0.11-1`. */
export function readSourceInfo(info: string | null): string | null {
  const [, name, version] = BUILT_FROM.exec(info ?? '') ?? [];
  if (name === undefined) return null;
  return version === undefined ? name : `${name}@${version}`;
}

const BUILT_FROM = /^built package from: (\S{1,200})(?: (\S{1,200}))?\s*$/;

/** Whether a tool is syft, which names the source package in a package URL unless both have one name. */
export function isSyft(creator: string): boolean {
  return /^(?:Tool: )?syft(?:-|$)/i.test(creator);
}

/** The package URL of a component with what the document says beside it. */
export function addSourceToPurl({ purl: written, source }: Pick<Component, 'purl' | 'source'>): string | null {
  if (written === null || source === undefined || written.includes('upstream=')) return written;
  const { purl } = readPurl(written, { tolerant: true });
  if (purl === null || !isDistributionType(purl.type)) return written;
  return printPurl({ ...purl, qualifiers: { ...purl.qualifiers, upstream: source } });
}

/** Reports whether packages of this type are built from source packages of a distribution. */
export function isDistributionType(type: string): boolean {
  return DISTRIBUTIONS.has(type);
}

const DISTRIBUTIONS: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk']);
