import { guessedName } from '@almanac/core/collection';
import { NEW_PRODUCER } from '../packages/producers.ts';
import type { Collection, PackageState, ShownPackage } from '../world/collection.ts';
import { corpusLines } from './lines.ts';

export interface CorpusPackage {
  readonly attribute: string;
  /** The derivation's name without version and, in a package set, without the set's prefix. */
  readonly pname: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly homepages: readonly string[];
  readonly maintainers: readonly string[];
  readonly position: string | null;
  readonly patches: readonly string[];
}

interface Line {
  readonly drv: string;
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly homepage: string | readonly string[] | null;
  readonly maintainers: readonly string[];
  readonly position: string | null;
  readonly patches: readonly string[];
}

/** In attribute order. */
export async function readPackages(
  root: string,
  isWanted: (each: CorpusPackage) => boolean = () => true,
): Promise<readonly CorpusPackage[]> {
  const found: CorpusPackage[] = [];
  for await (const line of corpusLines(root, 'nixpkgs/packages-2025-09.jsonl.gz')) {
    const { drv, name, homepage, ...rest } = JSON.parse(line.toString()) as Line;
    const { version, description, maintainers, position, patches } = rest;
    const own = { version: version === '' ? null : version, description, maintainers, position, patches };
    const homepages = homepage === null ? [] : [homepage].flat();
    const each = { attribute: name, pname: pnameOf(name, drv, version), homepages, ...own };
    if (isWanted(each)) found.push(each);
  }
  return found.sort((a, b) => (a.attribute < b.attribute ? -1 : 1));
}

/** The hash before a derivation's name, and its hyphen. */
const HASH_LENGTH = 33;

/** `python3.13-requests` of `python313Packages.requests` → `requests`; the set's builder adds the prefix. */
function pnameOf(attribute: string, drv: string, version: string | null): string {
  const derivation = drv.slice(HASH_LENGTH);
  const suffix = `-${version ?? ''}`;
  const named =
    version && derivation.endsWith(suffix) ? derivation.slice(0, -suffix.length) : guessedName(derivation).pname;
  const last = attribute.slice(attribute.lastIndexOf('.') + 1);
  return attribute.includes('.') && named.endsWith(`-${last}`) ? last : named;
}

/** Only the master branch has packages. */
export function corpusCollection(packages: readonly CorpusPackage[]): Collection {
  return {
    size: packages.length,
    *packagesAt(branch) {
      if (branch === 'master') for (const each of packages) yield shownPackage(each);
    },
  };
}

/** The entry in a channel's list, in the form of the channels' twin. */
export function listedPackage(each: CorpusPackage): Readonly<Record<string, unknown>> {
  return NEW_PRODUCER.entry(shownPackage(each), 0);
}

function shownPackage({ attribute, homepages, ...rest }: CorpusPackage): ShownPackage {
  const { pname, version, description, maintainers, position, patches } = rest;
  const [homepage] = homepages;
  const state: PackageState = {
    pname,
    version,
    ...(description === null ? {} : { description }),
    ...(homepage === undefined ? {} : { homepage: homepages.length === 1 ? homepage : homepages }),
    maintainers: maintainers.map((login) => ({ github: login })),
    ...(position === null ? {} : { position }),
    ...(patches.length === 0 ? {} : { patches }),
  };
  return { attribute, state };
}
