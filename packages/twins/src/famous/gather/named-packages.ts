import { ecosystemPlace, makersOf } from '@almanac/core/collection';
import { type CollectionFact, entryKeys, keysOfCve, type MatchQuestion } from '@almanac/core/matching';
import { buildPurl, type PurlReading, printPurl, purlOfPackage } from '@almanac/core/purl';
import { pnameOf } from '../collection.ts';
import { FAMOUS_PACKAGES, type FamousPackageRow } from '../packages.ts';
import type { FamousRecord } from '../record.ts';

export interface NamedPackage {
  /** Null for nixpkgs. */
  readonly ecosystem: string | null;
  readonly name: string;
  readonly purl: string;
  readonly question: MatchQuestion;
  readonly collection: readonly CollectionFact[];
  /** Coarse keys: a record about the package shares one of them. */
  readonly keys: readonly string[];
}

export function namedPackages(records: readonly FamousRecord[]): NamedPackage[] {
  const ofRecords = new Map<string, NamedPackage>();
  for (const { osv = [], ghsa } of records) {
    for (const { packages } of [...osv, ...(ghsa === undefined ? [] : [ghsa])]) {
      for (const [ecosystem, name] of packages) ofRecords.set(`${ecosystem} ${name}`, inEcosystem(ecosystem, name));
    }
  }
  return [...FAMOUS_PACKAGES.map(inCollection), ...ofRecords.values()];
}

function inCollection(row: FamousPackageRow): NamedPackage {
  const fact = toCollectionFact(row);
  const question = { package: row.attribute, version: null };
  const purl = printedPurl(buildPurl({ type: 'nix', name: row.attribute }));
  return { ecosystem: null, name: row.attribute, purl, question, collection: [fact], keys: entryKeys(fact) };
}

function inEcosystem(ecosystem: string, name: string): NamedPackage {
  const subjects = [{ ecosystem, vendor: null, name }];
  const keys = keysOfCve({ ids: [], subjects, issueNames: [] });
  const purl = printedPurl(purlOfPackage({ ecosystem, name }));
  return { ecosystem, name, purl, question: { package: name, version: null, ecosystem }, collection: [], keys };
}

function printedPurl({ purl, problem }: PurlReading): string {
  if (purl === null) throw new Error(problem ?? 'a package has no package URL');
  return printPurl(purl);
}

function toCollectionFact({ attribute, version, home, file }: FamousPackageRow): CollectionFact {
  const place = ecosystemPlace(attribute);
  const homepage = home === '-' ? null : home;
  return {
    attribute,
    pname: pnameOf(attribute),
    channel: 'nixos-unstable',
    version,
    ecosystem: place?.ecosystem ?? null,
    ecosystemName: place?.name ?? null,
    cpes: [],
    purls: [],
    makers: makersOf({ links: homepage === null ? [] : [homepage], position: file }),
    homepage,
    knownVulnerabilities: [],
    patched: [],
  };
}
