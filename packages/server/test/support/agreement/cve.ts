import type { CorpusWorld } from '../corpus/world.ts';
import { dependentsAt } from './graph.ts';
import type { Agreement } from './index.ts';
import { answered, type Json, PAST, type Told, type ToldFinding } from './interfaces.ts';
import type { CollectionPair } from './pairs.ts';

/** A package of the collection at the version that it carries, and what `/vulns` says of it. */
export interface CarriedPair {
  readonly pair: CollectionPair;
  readonly reference: Told;
}

/** What a CVE comes to for an attribute, with the members that the interface has. */
interface ToldVerdict {
  readonly attribute: string;
  readonly verdict: string;
  readonly confidence?: string | null;
  readonly fixedIn?: string | null;
  readonly reason?: string;
  readonly unknownReasons?: readonly string[];
  readonly dependents?: { readonly direct: number; readonly transitive: number } | null;
}

/** The packages, whether the answer says that some may be missing, and the CVE itself in the words of the dossier. */
interface ToldCve {
  readonly packages: readonly ToldVerdict[];
  readonly complete: boolean;
  readonly canonical?: Readonly<Record<string, unknown>>;
}

/** The CVEs that a package of the collection is affected by, may be, or is cleared of. */
export function cvesOf(carried: readonly CarriedPair[]): string[] {
  const found = carried.flatMap(({ reference: { findings, cleared = [] } }) =>
    findings.map(({ id }) => id).concat(cleared.map(({ id }) => id)),
  );
  return [...new Set(found)];
}

/** Asks everything that is about one CVE, and compares what it says of each package with what the package's own answer says. */
export async function compareCve(
  world: CorpusWorld,
  agreement: Agreement,
  cve: string,
  carried: readonly CarriedPair[],
): Promise<void> {
  const dossier = await askDossier(world, cve, '');
  const { canonical } = dossier;
  for (const [name, told] of [
    ['/graph/cve/:id/affected', await askGraph(world, cve)],
    ['/cve/:id', await askLookup(world, `/api/v1/cve/${cve}`)],
    ['/cve/:id/at', await askLookup(world, `/api/v1/cve/${cve}/at/${PAST}`)],
    ['/cve/:id/dossier', dossier],
    ['/cve/:id/dossier at=', await askDossier(world, cve, `?at=${PAST}`)],
    ['/:id', await askPage(world, `/${cve}`)],
    ['/:id at=', await askPage(world, `/${cve}?at=${PAST.slice(0, 10)}`)],
    ['/search', await askSearch(world, cve)],
  ] as const) {
    comparePackages(name, agreement, cve, told, carried);
    const [first] = carried;
    for (const [member, value] of Object.entries(told.canonical ?? {})) {
      if (first !== undefined) agreement.expectSame(name, first.pair, `${cve} ${member}`, canonical?.[member], value);
    }
  }
  for (const { pair, reference } of carried) {
    const match = reference.findings.find(({ id }) => id === cve);
    if (match === undefined) continue;
    // Where nothing has a title, `/vulns` shows the id; a rating of 0 is none for a match.
    const { title, severity } = { title: null, severity: null, ...canonical };
    agreement.expectSame('/cve/:id/dossier', pair, `${cve} title`, match['title'], title ?? cve);
    const rating = severity === 'none' ? null : severity;
    agreement.expectSame('/cve/:id/dossier', pair, `${cve} severity`, match['severity'], rating);
  }
}

/** The verdict of one vulnerability that a match comes to, and null where its absence leaves two. */
const VERDICTS: Readonly<Record<string, string>> = { affected: 'affected', possible: 'unknown' };

function comparePackages(
  name: string,
  agreement: Agreement,
  cve: string,
  told: ToldCve,
  carried: readonly CarriedPair[],
): void {
  if (name === '/search') return;
  const byAttribute = new Map(told.packages.map((each) => [each.attribute, each]));
  carried.forEach(({ pair, reference }, place) => {
    const match = reference.findings.find(({ id }) => id === cve);
    const each = byAttribute.get(pair.attribute);
    if (match === undefined && each === undefined) return;
    if (each === undefined ? !told.complete : isCut(each)) return;
    for (const member of ['confidence', 'fixedIn'] as const) {
      if (each === undefined || member in each)
        agreement.expectSame(name, pair, `${cve} ${member}`, match?.[member] ?? null, each?.[member] ?? null);
    }
    agreement.expectSame(name, pair, `${cve} verdict`, ...verdictsOf(match, each));
    if (each?.dependents !== undefined)
      agreement.expectSame(name, pair, `${cve} dependents`, dependentsAt(place), each.dependents);
  });
}

function isCut({ unknownReasons = [], reason = '' }: ToldVerdict): boolean {
  return unknownReasons.includes('limit_reached') || reason.startsWith('Not evaluated: too many packages (');
}

function verdictsOf(match: ToldFinding | undefined, each: ToldVerdict | undefined): [unknown, unknown] {
  const verdict = VERDICTS[String(match?.['status'])];
  return verdict === undefined ? [false, each?.verdict === 'affected'] : [verdict, each?.verdict];
}

async function askGraph(world: CorpusWorld, cve: string): Promise<ToldCve> {
  const path = `/api/v1/graph/cve/${cve}/affected`;
  const { collection, unknownReasons } = (await answered(world.get(path), path)).body['data'];
  return { packages: collection, complete: unknownReasons === undefined };
}

async function askLookup(world: CorpusWorld, path: string): Promise<ToldCve> {
  return lookupOf((await answered(world.get(path), path)).body);
}

function lookupOf({ data }: Json): ToldCve {
  const { packages = [], unknownReasons } = data.nixpkgs ?? {};
  return { packages, complete: unknownReasons === undefined };
}

async function askDossier(world: CorpusWorld, cve: string, query: string): Promise<ToldCve> {
  const path = `/api/v1/cve/${cve}/dossier${query}`;
  const { lookup, canonical } = (await answered(world.get(path), path)).body;
  const { title, severity, published, modified } = canonical;
  return { ...lookupOf(lookup), canonical: { title, severity, published, modified } };
}

async function askSearch(world: CorpusWorld, cve: string): Promise<ToldCve> {
  const path = `/api/v1/search?q=${cve}`;
  const { results } = (await answered(world.get(path), path)).body['data'];
  const row = (results as Json[]).find(({ id, match }) => id === cve && match === 'id');
  const { title, severity, published, modified } = row ?? {};
  return { packages: [], complete: true, canonical: { title, severity, published, modified } };
}

/** The words of the page for a verdict. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['affected', 'affected'],
  ['not affected', 'not_affected'],
  ['no known vulnerability', 'none_known'],
  ['unknown', 'unknown'],
]);

const STATUS_ROW = /<tr role="row"><th role="rowheader"[^>]*>(.*?)<\/th>(.*?)<\/tr>/gs;
const STATUS = /<span class="status">.*?<span class="chip [^"]*">(.*?)<\/span>/gs;

/** The tables of the collection's packages, the title and the severity, as a reader sees them. */
async function askPage(world: CorpusWorld, path: string): Promise<ToldCve> {
  const { text } = await answered(world.get(path), path);
  const start = text.indexOf('id="collection"');
  const section = start === -1 ? '' : text.slice(start, text.indexOf('</section>', start));
  const [statuses = '', reasons = ''] = section.slice(0, section.indexOf('Issues and fixes')).split('</table>');
  const rows = [...reasons.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => plain(cell)),
  );
  const reasonOf = new Map(rows.map(([attribute, , , , reason]) => [attribute, reason ?? '']));
  const packages = [...statuses.matchAll(STATUS_ROW)].flatMap(([, head = '', cells = '']) =>
    [...cells.matchAll(STATUS)].map(([, chip = '']) => {
      const [attribute, verdict] = [plain(head), plain(chip)];
      return { attribute, verdict: WORDS.get(verdict) ?? verdict, reason: reasonOf.get(attribute) ?? '' };
    }),
  );
  const severity = /<strong class="sev [^"]*">(.*?)<\/strong>/s.exec(text)?.[1]?.replace(/<span class="score">.*/s, '');
  const title = /<p class="title">(.*?)<\/p>/s.exec(text)?.[1];
  return {
    packages,
    complete: !section.includes('some may be missing here'),
    canonical: {
      title: title === undefined ? null : plain(title),
      severity: severity === undefined ? null : plain(severity),
    },
  };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

function plain(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES.get(entity) ?? '')
    .trim();
}
