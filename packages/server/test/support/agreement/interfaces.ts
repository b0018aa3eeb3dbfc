import { type CorpusWorld, DATED } from '../corpus/world.ts';
import type { AskedPair } from './pairs.ts';

/** A vulnerability of a package as an interface tells it, with the members that the interface has. */
export type ToldFinding = Readonly<Record<string, unknown>> & { readonly id: string };

/** What an interface says of a pair. */
export interface Told {
  /** Members of the answer about the pair: `verdict`, `verdictReason`, `unknownReasons`, `total`. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly findings: readonly ToldFinding[];
  /** Findings that the answer counts and does not show. */
  readonly left: number;
  /** The names that were looked up, and vulnerabilities that a record clears; in the answers that have them. */
  readonly searchedNames?: readonly string[];
  readonly cleared?: readonly {
    readonly id: string;
    readonly aliases: readonly string[];
    readonly by: { readonly source: string };
  }[];
  /** What the proofs of the findings name, by finding; and the package of the ecosystem that was asked about. */
  readonly proofs?: ReadonlyMap<string, ToldProof>;
  readonly parsed?: { readonly ecosystem: string | null; readonly package: string };
}

interface ToldProof {
  readonly left: number;
  /** The highest weight of an identity. */
  readonly weight: number;
  /** Records of OSV that include the version. */
  readonly osv: readonly string[];
  /** Whose records, issues and patches are named. */
  readonly sources: readonly string[];
}

export type Answers = ReadonlyMap<AskedPair, Told>;

/** An answer, of which a test reads what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** Between what was stored and now: the corpus is stored at one instant, so that what was known then is what is known now. */
export const PAST = DATED.toISOString();

/** `/vulns` for the collection, `/purl` for ecosystems: what all others are compared with. */
export async function askReference(world: CorpusWorld, pair: AskedPair): Promise<Told> {
  return pair.kind === 'collection' ? askVulns(world, pair, '') : askPurl(world, pair);
}

export async function askVulns(
  world: CorpusWorld,
  { attribute, version }: Extract<AskedPair, { kind: 'collection' }>,
  more: string,
): Promise<Told> {
  const path = `/api/v1/vulns/${encodeURIComponent(attribute)}?version=${encodeURIComponent(version)}${more}`;
  return wholeAnswer((await answered(world.get(path), path)).body);
}

export async function askPurl(world: CorpusWorld, { purl }: AskedPair): Promise<Told> {
  const path = `/api/v1/purl/${encodeURIComponent(purl)}`;
  return wholeAnswer((await answered(world.get(path), path)).body);
}

export async function answered(asked: ReturnType<CorpusWorld['get']>, what: string) {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

function wholeAnswer({ data, verdict, verdictReason, unknownReasons }: Json): Told {
  const all = [...data.matches, ...data.otherMatches];
  return {
    about: { verdict, verdictReason, unknownReasons, total: data.total },
    findings: all.map((match: Json) => findingOf(match.cve ?? match.id, match)),
    left: data.total - all.length,
    searchedNames: data.searchedNames ?? [],
    cleared: data.cleared?.vulnerabilities ?? [],
    proofs: new Map(all.map(({ cve, id, proof }: Json) => [cve ?? id, proofOf(proof)])),
    ...(data.parsed === undefined ? {} : { parsed: data.parsed }),
  };
}

function proofOf({ evidence, against, left }: Json): ToldProof {
  const all: Json[] = [...evidence, ...against];
  const including = all.filter(({ source, evaluation }) => source === 'osv' && evaluation?.verdict === 'affected');
  return {
    left,
    weight: Math.max(0, ...evidence.map(({ identity }: Json) => identity?.weight ?? 0)),
    osv: [...new Set(including.map(({ id }) => id as string))],
    sources: [...new Set(all.map(({ source, kind }) => (source ?? kind) as string))],
  };
}

/** A member that is left out says as much as one that has a value. */
export function findingOf(id: string, match: Json): ToldFinding {
  const { confidence, status, severity = null, fixedIn = null, affectedVersions, sources } = match;
  const title = 'title' in match ? { title: match.title } : {};
  return { id, confidence, status, severity, fixedIn, affectedVersions, sources, ...title };
}

/** Where nothing has a title, `/vulns` shows the id. */
function titledFinding(match: Json): ToldFinding {
  return findingOf(match.id, { title: match.id, ...match });
}

/** As many of the collection as one request may name, and many more of ecosystems. */
const PURLS_AT_ONCE = { collection: 100, ecosystem: 500 };

export async function askPurls(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers> {
  const told = new Map<AskedPair, Told>();
  for (const some of pagesByKind(pairs, PURLS_AT_ONCE)) {
    const body = { purls: some.map(({ purl }) => purl) };
    const { body: answer } = await answered(world.post('/api/v1/purls', body), '/purls');
    some.forEach((pair, i) => {
      const { verdict, verdictReason, unknownReasons, total, matches } = answer['data'].results[i];
      const findings = matches.map((match: Json) => findingOf(match.id, match));
      told.set(pair, {
        about: { verdict, verdictReason, unknownReasons, total },
        findings,
        left: total - findings.length,
      });
    });
  }
  return told;
}

const COMPONENTS_AT_ONCE = 250;
/** A whole closure is judged as a set. */
const SET_AT_ONCE = 1_000;

/** A bill of materials of these; the name of a component is `component-` and its place. */
export function sbomOf(pairs: readonly AskedPair[]) {
  const components = pairs.map(({ purl, version }, i) => {
    return { type: 'library', 'bom-ref': String(i), name: `component-${i}`, version, purl };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
}

export async function askSbom(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers> {
  const told = new Map<AskedPair, Told>();
  for (const some of inPages(pairs, SET_AT_ONCE)) {
    const { body } = await answered(world.post('/api/v1/sbom?view=all', { sbom: sbomOf(some) }), '/sbom');
    const placeOf = new Map(some.map((pair) => [pair.purl, pair]));
    for (const { component, verdict, verdictReason, findings, left, total } of body['data'].findings as Json[]) {
      const pair = placeOf.get(component.purl);
      if (pair === undefined) continue;
      const shown = findings.map(titledFinding);
      told.set(pair, { about: { verdict, verdictReason, total }, findings: shown, left });
    }
    for (const { component, verdict, verdictReason } of body['data'].others as Json[]) {
      const pair = placeOf.get(component.purl);
      if (pair !== undefined) told.set(pair, { about: { verdict, verdictReason, total: 0 }, findings: [], left: 0 });
    }
  }
  return told;
}

/** Both sides of the comparison, which have to be the same; only components with a finding are shown. */
export async function askTimeTravel(
  world: CorpusWorld,
  pairs: readonly AskedPair[],
  clock: 'known' | 'true',
): Promise<Answers> {
  const told = new Map<AskedPair, Told>();
  for (const some of inPages(pairs, COMPONENTS_AT_ONCE)) {
    const body = { sbom: sbomOf(some), date: PAST };
    const path = `/api/v1/sbom/time-travel?clock=${clock}`;
    const { body: answer } = await answered(world.post(path, body), path);
    const shown = new Map((answer['data'].components as Json[]).map((each) => [each.component.purl, each]));
    for (const pair of some) {
      const each = shown.get(pair.purl);
      if (each === undefined) {
        told.set(pair, { about: { total: 0 }, findings: [], left: 0 });
        continue;
      }
      const { past, now, same, differences, left } = each;
      const findings = [...same.map(titledFinding), ...differences.map(({ id, change }: Json) => ({ id, change }))];
      told.set(pair, { about: { ...now, total: findings.length + left }, findings, left });
      if (past.verdict !== now.verdict) told.set(pair, { about: { ...past, past: true }, findings, left });
    }
  }
  return told;
}

const PLANS_AT_ONCE = { collection: 40, ecosystem: 200 };

/** The state of a finding, in the words of `status`. */
const STATES: Readonly<Record<string, string>> = { holds: 'affected', undecided: 'possible' };

export async function askPlan(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers> {
  const told = new Map<AskedPair, Told>();
  for (const some of pagesByKind(pairs, PLANS_AT_ONCE)) {
    const body = { packages: some.map(({ purl }) => purl) };
    const { body: answer } = await answered(world.post('/api/v1/remediation/plan', body), '/remediation/plan');
    const pairOf = new Map(some.map((pair) => [pair.purl, pair]));
    for (const { purls, verdict, clears, stays, patched } of answer['data'].plans as Json[]) {
      const findings = [
        ...[...clears, ...stays].map(({ id, state, severity = null }: Json) => {
          return { id, status: STATES[state], severity };
        }),
        ...patched.map(({ id }: Json) => ({ id, status: 'fixed_by_patch' })),
      ];
      for (const purl of purls) {
        const pair = pairOf.get(purl);
        if (pair !== undefined) told.set(pair, { about: { verdict }, findings, left: 0 });
      }
    }
  }
  return told;
}

const OSV_AT_ONCE = 1_000;

/** The ids of the records of OSV that include the version, and the verdict by OSV alone. */
export async function askOsv(
  world: CorpusWorld,
  { name, ecosystem, version }: { readonly name: string; readonly ecosystem: string; readonly version: string },
): Promise<{ records: readonly string[]; verdict: unknown; unknownReasons: unknown }> {
  const query = new URLSearchParams({ ecosystem, version, limit: String(OSV_AT_ONCE) });
  const path = `/api/v1/osv/${encodeURIComponent(name)}?${query.toString()}`;
  const { body } = await answered(world.get(path), path);
  const { verdict, unknownReasons } = body;
  return { records: body['data'].vulnerabilities.map(({ id }: Json) => id as string), verdict, unknownReasons };
}

const MOST_PAGES = 500;

/** Every item of a list, page by page. */
export async function allPages(world: CorpusWorld, path: string, member: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { body } = await answered(world.get(`${path}&page=${page}`), path);
    all.push(...body['data'][member]);
    if (body['data'][member].length === 0 || all.length >= body['data'].total) return all;
  }
  throw new Error(`${path} has more than ${MOST_PAGES} pages`);
}

export interface ToldIssue {
  readonly number: number;
  readonly cves: readonly string[];
  readonly packages: readonly string[];
  readonly hasFixAvailable: boolean;
  readonly fix: { readonly version?: { readonly version: string } } | null;
}

/** The fixed version that the answer about a package and a CVE names, no version being given; null: none. */
export async function askFix(world: CorpusWorld, name: string, cve: string): Promise<string | null> {
  const path = `/api/v1/vulns/${encodeURIComponent(name)}?cve=${cve}`;
  const [match] = wholeAnswer((await answered(world.get(path), path)).body).findings;
  return (match?.['fixedIn'] ?? null) as string | null;
}

export function askIssues(world: CorpusWorld): Promise<readonly ToldIssue[]> {
  return allPages(world, '/api/v1/issues?status=all&limit=100', 'issues');
}

/** Open vulnerabilities by the records, by attribute. */
export async function askHealth(world: CorpusWorld): Promise<ReadonlyMap<string, Told>> {
  const all = await allPages(world, '/api/v1/package-health?limit=100', 'packages');
  return new Map(
    all.map((each) => {
      const { vulnerabilities, open } = each.components.vulnerabilities.inputs;
      const total = Object.values(open as Record<string, number>).reduce((sum, count) => sum + count, 0);
      const findings = vulnerabilities.map(({ id, severity, basis }: Json) => ({ id, severity, basis }));
      return [each.package as string, { about: { verdict: each.verdict }, findings, left: total - findings.length }];
    }),
  );
}

/** Pages of one kind each: of the collection fewer are asked about at once. */
function pagesByKind(pairs: readonly AskedPair[], sizes: Readonly<Record<AskedPair['kind'], number>>): AskedPair[][] {
  return (['collection', 'ecosystem'] as const).flatMap((kind) =>
    inPages(
      pairs.filter((pair) => pair.kind === kind),
      sizes[kind],
    ),
  );
}

export function inPages<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
