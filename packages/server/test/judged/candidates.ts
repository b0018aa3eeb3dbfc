import { memberOfSet, pep503 } from '@almanac/core/names';
import { type Purl, parsePurl, purlOfPackage } from '@almanac/core/purl';
import type { CorpusPackage } from '@almanac/twins';
import { baseOf, folded, isDistribution, isRegistry, isSameName, resembles } from './names.ts';
import type { Vulnerability } from './records.ts';
import type { Stratum } from './shapes.ts';
import { type Statement, statementsOf } from './statements.ts';
import { isVersion, loweredBuild, upstreamOfBuild, type VersionChoice, versionsOfBound } from './versions.ts';

/** A question and a CVE that a case can be made of, with the versions to choose from. */
export interface Candidate {
  readonly stratum: Stratum;
  /** Whom the candidate takes turns with: an ecosystem, or the collection. */
  readonly group: string;
  readonly question: { readonly package: string } | { readonly purl: Purl };
  /** What questions about one package share: its name, and for a distribution's package the first word of it. */
  readonly packageKeys: readonly string[];
  readonly cve: string;
  readonly carried: string | null;
  readonly made: readonly VersionChoice[];
  readonly withdrawn: boolean;
}

export class Collection {
  readonly byAttribute: ReadonlyMap<string, CorpusPackage>;
  private readonly topLevel: ReadonlyMap<string, readonly CorpusPackage[]>;
  private readonly members: ReadonlyMap<string, readonly CorpusPackage[]>;

  constructor(packages: readonly CorpusPackage[]) {
    this.byAttribute = new Map(packages.map((each) => [each.attribute, each]));
    this.topLevel = Map.groupBy(
      packages.filter(({ attribute }) => !attribute.includes('.')),
      ({ attribute }) => attribute.toLowerCase(),
    );
    this.members = Map.groupBy(packages, ({ attribute }) => {
      const member = memberOfSet(attribute);
      return member?.language?.ecosystem ? `${member.language.ecosystem} ${folded(member.name)}` : '';
    });
  }

  named(name: string): CorpusPackage | undefined {
    return this.topLevel.get(name.toLowerCase())?.[0];
  }

  /** The member of the language's newest set: `python313Packages` before `python312Packages`. */
  member(ecosystem: string, name: string): CorpusPackage | undefined {
    const plain = ecosystem === 'PyPI' ? pep503(name) : name;
    return this.members
      .get(`${ecosystem} ${folded(plain)}`)
      ?.toSorted((a, b) => (a.attribute < b.attribute ? 1 : -1))[0];
  }
}

/** What tracker issues say: the attributes of each CVE. */
export type TrackedPairs = ReadonlyMap<string, readonly string[]>;

export function candidatesOf(vulnerability: Vulnerability, collection: Collection, tracked: TrackedPairs): Candidate[] {
  const attributes = tracked.get(vulnerability.id) ?? [];
  if (attributes.length === 0 && vulnerability.osv.length === 0 && !vulnerability.cveText?.includes('collectionURL')) {
    return [];
  }
  const statements = statementsOf(vulnerability);
  const rejected = vulnerability.isRejected();
  const context = { vulnerability, collection, statements, rejected };
  return [
    ...attributes.flatMap((attribute) => trackedCandidate(context, attribute) ?? []),
    ...distributionCandidates(context),
    ...severalCandidates(context),
  ];
}

interface Context {
  readonly vulnerability: Vulnerability;
  readonly collection: Collection;
  readonly statements: readonly Statement[];
  readonly rejected: boolean;
}

function trackedCandidate(
  { vulnerability, collection, statements, rejected }: Context,
  attribute: string,
): Candidate | null {
  const entry = collection.byAttribute.get(attribute);
  if (entry === undefined) return null;
  const own = statements.filter((statement) => !isBuild(statement));
  const about = own.filter(({ names }) => names.some((name) => isSameName(name, entry.pname)));
  const like = own.filter(({ names }) => names.some((name) => resembles(name, entry.pname)));
  const made = versionsOf(about.length > 0 ? about : like);
  return ofCollection('tracked', 'collection', entry, { cve: vulnerability.id, made, withdrawn: rejected });
}

function distributionCandidates({ vulnerability, collection, statements, rejected }: Context): Candidate[] {
  const builds = statements.filter(isBuild);
  return builds.flatMap((statement) => {
    const [name = ''] = statement.names;
    const base = baseOf(statement.ecosystem ?? '');
    const withdrawn = rejected || statement.withdrawn;
    const found: Candidate[] = [];
    const entry = collection.named(name);
    if (entry !== undefined) {
      const about = statements.filter((each) => !isBuild(each) && each.names.some((other) => isSameName(other, name)));
      const upstream = statement.bounds.flatMap(({ kind, version }): VersionChoice[] => {
        const plain = kind === 'fixed' ? upstreamOfBuild(version) : null;
        return plain === null ? [] : [{ version: plain, affected: true, kind: 'upstream part of the build' }];
      });
      const made = [...upstream, ...versionsOf(about)];
      const group = about.length > 0 ? `collection by ${base}` : `collection by ${base} alone`;
      found.push(ofCollection('distribution', group, entry, { cve: vulnerability.id, made, withdrawn }));
    }
    const { purl } = purlOfPackage({ ecosystem: statement.ecosystem ?? '', name });
    const made = statement.bounds.flatMap(versionsOfBuild);
    if (purl !== null && made.length > 0) {
      found.push({
        stratum: 'distribution',
        group: base,
        question: { purl },
        packageKeys: [folded(name), `builds of ${name.split('-', 1)[0]}`],
        cve: vulnerability.id,
        carried: null,
        made,
        withdrawn,
      });
    }
    return found;
  });
}

function versionsOfBuild({ kind, version }: Statement['bounds'][number]): VersionChoice[] {
  if (version.length > 80) return [];
  if (kind === 'enumerated') return [{ version, affected: true, kind }];
  if (kind !== 'fixed' || version === '0') return [];
  const lower = loweredBuild(version);
  const below = lower === null ? [] : [{ version: lower, affected: true, kind: 'build below fixed' }];
  return [{ version, affected: false, kind: 'fixed build' }, ...below];
}

function severalCandidates({ vulnerability, collection, statements, rejected }: Context): Candidate[] {
  const records = new Set(
    statements.filter(({ names }) => names.length > 0).map((each) => `${each.source} ${each.record}`),
  );
  if (records.size < 2) return [];
  return statements.flatMap((statement): Candidate[] => {
    const { ecosystem, names } = statement;
    const name = names[0] ?? '';
    if (ecosystem === null || !isRegistry(ecosystem) || !isPackageName(ecosystem, name)) return [];
    const base = baseOf(ecosystem);
    const about = statements.filter((each) => !isBuild(each) && each.names.some((other) => isSameName(other, name)));
    const withdrawn = rejected || statement.withdrawn;
    const found: Candidate[] = [];
    const entry = collection.member(base, name);
    if (entry !== undefined) {
      const made = versionsOf(about);
      found.push(ofCollection('several', `collection by ${base}`, entry, { cve: vulnerability.id, made, withdrawn }));
    }
    const given = statement.purl === null ? null : parsePurl(statement.purl);
    const qualifiers = given?.type === 'julia' ? given.qualifiers : {};
    const { purl } = purlOfPackage({ ecosystem, name, qualifiers });
    // Statements of other records about the same product give versions too; the entry's own count twice.
    const made = [...versionsOf([statement]), ...versionsOf(about)];
    if (purl !== null && made.length > 0) {
      found.push({
        stratum: 'several',
        group: base,
        question: { purl },
        packageKeys: [folded(name)],
        cve: vulnerability.id,
        carried: null,
        made,
        withdrawn,
      });
    }
    return found;
  });
}

/** A CVE record may have a title where the package's name should be. */
function isPackageName(ecosystem: string, name: string): boolean {
  if (ecosystem === 'Maven') return /^[\w.-]+:[\w.-]+$/.test(name);
  return /^[@\w./~-]+$/.test(name);
}

function isBuild({ ecosystem }: Statement): boolean {
  return ecosystem !== null && isDistribution(ecosystem);
}

function versionsOf(statements: readonly Statement[]): VersionChoice[] {
  return statements.flatMap(({ bounds }) => bounds.flatMap(versionsOfBound));
}

function ofCollection(
  stratum: Stratum,
  group: string,
  entry: CorpusPackage,
  rest: Pick<Candidate, 'cve' | 'made' | 'withdrawn'>,
): Candidate {
  // The build of a Julia wrapper (`+0`) is no part of an upstream version.
  const made = rest.made.map((choice) => ({ ...choice, version: choice.version.replace(/\+\d+$/, '') }));
  const carried = entry.version !== null && isVersion(entry.version) ? entry.version : null;
  return {
    stratum,
    group,
    question: { package: entry.attribute },
    packageKeys: [folded(entry.pname)],
    carried,
    ...rest,
    made,
  };
}
