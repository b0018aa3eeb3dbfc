import { guessedName } from '@almanac/core/collection';
import type { ShownPackage } from '../world/collection.ts';
import { DAY } from '../world/when.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Producer {
  readonly version: string;
  entry(shown: ShownPackage, at: number): Fields;
}

const SYSTEM = 'x86_64-linux';

/** Writes the list since autumn 2025, with names and versions as declared. */
export const NEW_PRODUCER: Producer = {
  version: '"2"',
  entry(shown, at) {
    const { state } = shown;
    const pname = pnameOf(shown);
    return sorted({
      meta: metaOf(shown, at, identifiersOf(shown)),
      name: nameOf(shown),
      outputName: state.outputs?.[0] ?? 'out',
      outputs: state.outputs ?? ['out'],
      ...(state.patches === undefined ? {} : { patches: state.patches }),
      pname,
      system: SYSTEM,
      ...(state.version ? { version: state.version } : {}),
    });
  },
};

/**
 * `nix-env --json`, before then: names and versions are guessed from the derivation's name, and outputs have their
 * paths.
 */
export const OLD_PRODUCER: Producer = {
  version: '2',
  entry(shown, at) {
    const name = nameOf(shown);
    const { pname, version } = guessedName(name);
    const { state } = shown;
    return sorted({
      meta: metaOf(shown, at, {}),
      name,
      outputName: state.outputs?.[0] ?? '',
      outputs: Object.fromEntries((state.outputs ?? ['out']).map((output) => [output, null])),
      ...(state.patches === undefined ? {} : { patches: state.patches }),
      pname,
      system: SYSTEM,
      version,
    });
  },
};

function pnameOf({ attribute, state }: ShownPackage): string {
  return state.pname ?? attribute.slice(attribute.lastIndexOf('.') + 1).replaceAll('"', '');
}

/** Python packages are prefixed with their interpreter; without a version there is only the name. */
function nameOf(shown: ShownPackage): string {
  const [, python] = /^python3(\d+)Packages\./.exec(shown.attribute) ?? [];
  const prefix = python === undefined ? '' : `python3.${python}-`;
  const { version } = shown.state;
  return `${prefix}${pnameOf(shown)}${version ? `-${version}` : ''}`;
}

function metaOf(shown: ShownPackage, at: number, identifiers: Fields): Fields {
  const { attribute, state } = shown;
  const { description, homepage, license, maintainers = [], knownVulnerabilities = [] } = state;
  const insecure = knownVulnerabilities.length > 0;
  return sorted({
    available: !insecure,
    broken: false,
    ...(description === undefined ? {} : { description }),
    ...(homepage === undefined ? {} : { homepage }),
    insecure,
    ...identifiers,
    ...(insecure ? { knownVulnerabilities } : {}),
    license: license ?? { deprecated: false, free: true, fullName: 'MIT License', shortName: 'mit', spdxId: 'MIT' },
    maintainers,
    name: nameOf(shown),
    outputsToInstall: ['out'],
    platforms: [SYSTEM, 'aarch64-linux'],
    position: positionOf(attribute, state.position, at),
    unfree: false,
    unsupported: false,
    ...state.meta,
  });
}

/** In a shared file, line numbers change daily without a change of the package. */
function positionOf(attribute: string, file: string | undefined, at: number): string {
  if (file === undefined) {
    const name = attribute.slice(attribute.lastIndexOf('.') + 1);
    return `pkgs/by-name/${name.slice(0, 2)}/${name}/package.nix:34`;
  }
  return file.includes(':') ? file : `${file}:${1000 + (Math.floor(at / DAY) % 1000)}`;
}

/** Nixpkgs declares a vendor at most and composes the rest; two-part versions can be written in two ways. */
function identifiersOf(shown: ShownPackage): Fields {
  const { cpeVendor: vendor, version } = shown.state;
  const product = pnameOf(shown);
  const defaults = {
    edition: '*',
    language: '*',
    other: '*',
    part: 'a',
    product,
    sw_edition: '*',
    target_hw: '*',
    target_sw: '*',
  };
  if (vendor === undefined || !version) return { identifiers: { cpeParts: defaults, possibleCPEs: [] } };
  const parts = { ...defaults, update: '*', vendor, version };
  const cpe = `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;
  return { identifiers: { cpe, cpeParts: parts, possibleCPEs: [{ cpe, cpeParts: parts }] } };
}

/** Nix sorts members by name. */
function sorted(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
