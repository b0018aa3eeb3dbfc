import { releaseFit, type Subject } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { type PackageKey, packageKey, productKey } from '../projections/package-name.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** A name as a caller writes it. */
export interface PackageName {
  readonly name: string;
  /** As OSV spells it, with or without a release: `npm`, `Debian:12`, `Debian` for all its releases; null: a product. Left out: anything of this name. */
  readonly ecosystem?: string | null | undefined;
  /** For products: matches this vendor and unknown vendors. */
  readonly vendor?: string | undefined;
}

/** A row of the table `package`. Only ever added to: that there is one does not say that a record speaks of it today. */
export interface NamedPackage extends PackageKey {
  readonly id: number;
}

export interface NamedPackages {
  /** For each name, in the order given, the packages and products that it may stand for. */
  readonly packages: readonly (readonly NamedPackage[])[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** More vendors and releases than any name has; the last of a flood are left out. */
export const MOST_PACKAGES = 20_000;

/** All names are one question, or two where the answers would be too many for one. */
export async function packagesNamed(
  db: Db,
  names: readonly PackageName[],
  most = MOST_PACKAGES,
): Promise<NamedPackages> {
  const wanted = new Map<string, NameKey>();
  for (const asked of names) for (const key of listKeys(asked)) wanted.set(`${key[0]}\0${key[1] ?? '*'}`, key);
  if (wanted.size === 0) return { packages: [], complete: true };
  const keys = [...wanted.values()];
  const { rows } = await sql<NamedPackage>`
    select package.id, package.ecosystem, package.release, package.vendor, package.name
    from unnest(${texts(keys.map(([name]) => name))}, ${texts(keys.map(([, ecosystem]) => ecosystem))})
      as asked (name, ecosystem)
    join package on package.name = asked.name
      and (asked.ecosystem is null or coalesce(package.ecosystem, '') = asked.ecosystem)
    order by package.id limit ${most}`.execute(db);
  const complete = rows.length < most;
  if (!complete && names.length > 1) {
    const half = Math.ceil(names.length / 2);
    const first = await packagesNamed(db, names.slice(0, half), most);
    const second = await packagesNamed(db, names.slice(half), most);
    return { packages: [...first.packages, ...second.packages], complete: first.complete && second.complete };
  }
  return { packages: chosenPackages(rows, names), complete };
}

/** Assigns rows to the names they may stand for. */
export function chosenPackages(
  rows: readonly NamedPackage[],
  names: readonly PackageName[],
): readonly (readonly NamedPackage[])[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  const byName = Map.groupBy(found.values(), ({ name }) => name);
  return names.map((asked) => {
    const spelt = listKeys(asked).filter(([name]) => byName.has(name));
    if (spelt.length === 0) return [];
    const spellings = new Set(spelt.map(([name]) => name));
    const meant = [...spellings].flatMap((name) => byName.get(name) ?? []).filter((row) => isMeant(row, asked));
    // A statement about a whole ecosystem applies only if the package is queried or known there.
    const where = new Set(meant.flatMap(({ name, ecosystem }) => (name === WHOLE_ECOSYSTEM ? [] : ecosystem)));
    return typeof asked.ecosystem === 'string' || asked.name === WHOLE_ECOSYSTEM
      ? meant
      : meant.filter(({ name, ecosystem }) => name !== WHOLE_ECOSYSTEM || where.has(ecosystem));
  });
}

/** How OSV 1.9 marks a whole ecosystem, at its end of life for one. */
const WHOLE_ECOSYSTEM = '*';

type NameKey = readonly [name: string, ecosystem: string | null];

/** Builds lookup keys: the normalised name, and its ecosystem. Null means anywhere, an empty text means products. */
export function listKeys(asked: PackageName): readonly NameKey[] {
  const known = keysKnown.get(asked);
  if (known !== undefined) return known;
  const keys = keysFor(asked);
  keysKnown.set(asked, keys);
  return keys;
}

/** For as long as somebody holds the name: each is asked for twice, and by who keeps it again and again. */
const keysKnown = new WeakMap<PackageName, readonly NameKey[]>();

function keysFor({ name, ecosystem }: PackageName): readonly NameKey[] {
  if (ecosystem === null) return [[productKey(null, name).name, '']];
  if (ecosystem !== undefined) {
    const key = packageKey(ecosystem, name);
    return [
      [key.name, key.ecosystem],
      [WHOLE_ECOSYSTEM, key.ecosystem],
    ];
  }
  const spelt = [packageKey('', name), packageKey('PyPI', name), packageKey('NuGet', name), productKey(null, name)];
  return [...new Set([...spelt.map((key) => key.name), WHOLE_ECOSYSTEM])].map((spelling) => [spelling, null]);
}

/** A name in lower case is NuGet's whatever the caller wrote, and npm's only where the caller wrote so. */
function isMeant(row: NamedPackage, { name, ecosystem, vendor }: PackageName): boolean {
  if (row.ecosystem === null) {
    if (typeof ecosystem === 'string') return false;
    const asked = productKey(vendor ?? null, name);
    return row.name === asked.name && (vendor === undefined || row.vendor === null || row.vendor === asked.vendor);
  }
  if (ecosystem === null) return false;
  if (ecosystem !== undefined && releaseFit(formatEcosystem(row), ecosystem) === 'other') return false;
  return row.name === WHOLE_ECOSYSTEM || row.name === packageKey(row.ecosystem, name).name;
}

/** As OSV writes it, with the release. */
export function formatEcosystem({ ecosystem, release }: Pick<PackageKey, 'ecosystem' | 'release'>): string {
  return release === null ? (ecosystem ?? '') : `${ecosystem}:${release}`;
}

/** As records name it. */
export function toSubject(one: NamedPackage): Subject {
  return { ecosystem: one.ecosystem === null ? null : formatEcosystem(one), vendor: one.vendor, name: one.name };
}
