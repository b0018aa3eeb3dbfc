import { type Agreement, openAgreement } from './agreement.ts';
import * as ask from './agreement-interfaces.ts';
import { type AskedPair, type CollectionPair, pairsOf } from './agreement-pairs.ts';
import { type EvidenceReader, readEvidence } from './check-none.ts';
import { type CorpusWorld, type CorpusWorldOptions, openCorpusWorld } from './corpus-world.ts';

export interface AgreementSize {
  /** Pairs of the collection and of ecosystems, the first by the order of `pairsOf`. */
  readonly collection: number;
  readonly ecosystem: number;
  /** CVEs of these pairs that `/cve/:id` and `/graph/cve/:id/affected` are asked about. */
  readonly cves: number;
}

export interface AgreementRun {
  readonly agreement: Agreement;
  /** Answers that say "every record" or "none", and what another reader of the evidence says against them. */
  readonly clean: { readonly notAffected: number; readonly noneKnown: number; readonly faults: readonly string[] };
  readonly pairs: number;
}

const HOUR = 3_600_000;

/** With figures, and with time for requests about many packages at once. */
export function openAgreementWorld(cves: CorpusWorldOptions['cves']): Promise<CorpusWorld> {
  return openCorpusWorld({
    cves,
    aggregates: true,
    settings: { deadlineMs: HOUR, timeouts: { headersMs: 10_000, requestMs: HOUR, connectionMs: HOUR } },
    sbom: { limits: { milliseconds: HOUR, megabytes: 1_024 } },
  });
}

type References = ReadonlyMap<AskedPair, ask.Told>;

/** Asks every interface about the same packages and versions, and compares what they say. */
export async function runAgreement(world: CorpusWorld, size: AgreementSize): Promise<AgreementRun> {
  const agreement = openAgreement();
  const all = await pairsOf(world.corpus);
  const collection = all.collection.slice(0, size.collection);
  const pairs: AskedPair[] = [...collection, ...all.ecosystem.slice(0, size.ecosystem)];
  console.log(`${pairs.length} pairs of ${all.collection.length} of the collection and ${all.ecosystem.length} others`);
  const references = new Map<AskedPair, ask.Told>();
  const timed = stopwatch();
  await inTurns(pairs, async (pair) => references.set(pair, await ask.askReference(world, pair)));
  timed('references');
  await compareSingle(world, agreement, collection, references);
  timed('single');
  await compareBatches(world, agreement, references);
  timed('batches');
  const reader = await readEvidence(world.corpus);
  await compareOsv(world, agreement, references, reader);
  timed('/osv');
  await compareOfCves(world, agreement, references, { most: size.cves, reader });
  timed('CVEs');
  await compareIssues(world, agreement, references);
  await compareHealth(world, agreement, references);
  timed('issues and health');
  agreement.print();
  const clean = checkClean(reader, world, references);
  return { agreement, clean, pairs: pairs.length };
}

/** Prints how long each part took. */
function stopwatch(): (part: string) => void {
  let last = performance.now();
  return (part) => {
    const now = performance.now();
    console.log(`${part}: ${Math.round((now - last) / 1_000)} s`);
    last = now;
  };
}

/** Requests under way at once: one is at the database while the other is answered. */
const AT_ONCE = 4;

async function inTurns<T>(all: Iterable<T>, each: (one: T) => Promise<unknown>): Promise<void> {
  const iterator = all[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await each(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The same package by its package URL, and as it was known at an instant since which nothing has changed. */
async function compareSingle(
  world: CorpusWorld,
  agreement: Agreement,
  collection: readonly CollectionPair[],
  references: References,
): Promise<void> {
  await inTurns(collection, async (pair) => {
    const reference = referenceOf(references, pair);
    agreement.compare('/purl', pair, reference, await ask.askPurl(world, pair));
    agreement.compare('/vulns at=', pair, reference, await ask.askVulns(world, pair, `&at=${ask.PAST}`));
  });
}

function referenceOf(references: References, pair: AskedPair): ask.Told {
  const reference = references.get(pair);
  if (reference === undefined) throw new Error(`${pair.purl} was not asked about`);
  return reference;
}

/** From here on a record is likely to be about the package, rather than about a namesake. */
const LIKELY = 0.55;

async function compareBatches(world: CorpusWorld, agreement: Agreement, references: References): Promise<void> {
  const pairs = [...references.keys()];
  const compareAll = (
    name: string,
    answers: ask.Answers,
    restricted: (told: ask.Told) => ask.Told = (told) => told,
  ) => {
    for (const [pair, reference] of references) {
      const told = answers.get(pair);
      agreement.expectSame(name, pair, 'answer', true, told !== undefined);
      if (told !== undefined) agreement.compare(name, pair, restricted(reference), told);
    }
  };
  compareAll('/purls', await ask.askPurls(world, pairs));
  compareAll('/sbom', await ask.askSbom(world, pairs));
  compareAll('/sbom/time-travel clock=known', await ask.askTimeTravel(world, pairs, 'known'));
  compareAll('/sbom/time-travel clock=true', await ask.askTimeTravel(world, pairs, 'true'));
  compareAll('/remediation/plan', await ask.askPlan(world, pairs), withoutNamesakes);
}

/** A plan leaves out what has only its name in common with the package. */
function withoutNamesakes(told: ask.Told): ask.Told {
  const findings = told.findings.filter(({ id }) => (told.proofs?.get(id)?.weight ?? 1) >= LIKELY);
  return { ...told, findings };
}

/**
 * OSV alone: the records that the proofs name as including the version. A record that another one of the same build outranks includes
 * it as well, where every vulnerability that it names is cleared.
 */
async function compareOsv(
  world: CorpusWorld,
  agreement: Agreement,
  references: References,
  reader: EvidenceReader,
): Promise<void> {
  await inTurns(references, async ([pair, { about, parsed, proofs, findings, cleared = [] }]) => {
    const ecosystem = parsed?.ecosystem ?? null;
    const own = [...(proofs?.values() ?? [])];
    if (parsed === undefined || ecosystem === null || own.some(({ left }) => left > 0)) return;
    const answer = await ask.askOsv(world, { name: parsed.package, ecosystem, version: pair.version });
    const told = answer.records;
    // Where OSV alone speaks of the package, its verdict is that of all sources.
    const isAlone = own.every(({ sources }) => sources.every((source) => source === 'osv'));
    if (isAlone && cleared.every(({ by }) => by.source === 'osv')) {
      agreement.expectSame('/osv', pair, 'verdict', about['verdict'], answer.verdict);
      agreement.expectSame('/osv', pair, 'unknownReasons', about['unknownReasons'], answer.unknownReasons);
    }
    const known = new Set(own.flatMap(({ osv }) => osv));
    const judged = new Set([...findings, ...cleared].map(({ id }) => id));
    const isOutranked = (id: string) => {
      const cves = reader.mentionsOf(id).filter((each) => each.startsWith('CVE-'));
      return cves.length > 0 && cves.every((cve) => judged.has(cve));
    };
    const shown = new Set(told.filter((id) => known.has(id) || !isOutranked(id)));
    agreement.expectSame('/osv', pair, 'records', [...known].sort(), [...shown].sort());
  });
}

/** The verdict of one vulnerability that a match comes to, and null where its absence leaves two. */
const VERDICTS: Readonly<Record<string, string>> = { affected: 'affected', possible: 'unknown' };

/**
 * CVEs of more products are not compared: of CVE-2023-44487, a possible match of `terraform-providers.grafana` is known to be missing from
 * `/cve/:id` and the graph.
 */
const MOST_NAMES = 100;

async function compareOfCves(
  world: CorpusWorld,
  agreement: Agreement,
  references: References,
  { most, reader }: { readonly most: number; readonly reader: EvidenceReader },
): Promise<void> {
  const carried = new Map<string, { pair: CollectionPair; reference: ask.Told }>();
  for (const [pair, reference] of references) {
    if (pair.kind === 'collection' && pair.carried) carried.set(pair.attribute, { pair, reference });
  }
  const found = [...carried.values()].flatMap(({ reference: { findings, cleared = [] } }) =>
    findings.map(({ id }) => ({ id })).concat(cleared.map(({ id }) => ({ id }))),
  );
  const ids = [...new Set(found.map(({ id }) => id))].filter(reader.isListed);
  const cves = ids.filter((cve) => reader.namesOf(cve) <= MOST_NAMES).slice(0, most);
  console.log(
    `${cves.length} CVEs asked about; ${ids.length} in all, some of which name more than ${MOST_NAMES} products`,
  );
  await inTurns(cves, async (cve) => {
    for (const [name, told] of [
      ['/graph/cve/:id/affected', await ask.askGraph(world, cve)],
      ['/cve/:id', await ask.askCve(world, cve)],
    ] as const) {
      const byAttribute = new Map(told.packages.map((each) => [each.attribute, each]));
      for (const [attribute, { pair, reference }] of carried) {
        const match = reference.findings.find(({ id }) => id === cve);
        const each = byAttribute.get(attribute);
        if (match === undefined && each === undefined) continue;
        if (each === undefined ? !told.complete : each.unknownReasons.includes('limit_reached')) continue;
        const about = `${name} ${cve}`;
        agreement.expectSame(
          name,
          pair,
          `${about} confidence`,
          match?.['confidence'] ?? null,
          each?.confidence ?? null,
        );
        agreement.expectSame(name, pair, `${about} fixedIn`, match?.['fixedIn'] ?? null, each?.fixedIn ?? null);
        const verdict = VERDICTS[String(match?.['status'])];
        if (verdict !== undefined) agreement.expectSame(name, pair, `${about} verdict`, verdict, each?.verdict);
        else agreement.expectSame(name, pair, `${about} verdict`, false, each?.verdict === 'affected');
      }
    }
  });
}

/** Where the judgement names a fixed version, the issue of the package and the CVE has a fix. */
async function compareIssues(world: CorpusWorld, agreement: Agreement, references: References): Promise<void> {
  const issues = await ask.askIssues(world);
  const byAttribute = Map.groupBy(
    issues.flatMap((issue) => issue.packages.map((attribute) => ({ attribute, issue }))),
    ({ attribute }) => attribute,
  );
  for (const [pair, reference] of references) {
    if (pair.kind !== 'collection') continue;
    for (const { issue } of byAttribute.get(pair.attribute) ?? []) {
      for (const { id, fixedIn } of reference.findings) {
        if (!issue.cves.includes(id) || fixedIn === null) continue;
        agreement.expectSame('/issues', pair, `${issue.number} fix`, true, issue.fix?.version != null);
      }
    }
  }
}

async function compareHealth(world: CorpusWorld, agreement: Agreement, references: References): Promise<void> {
  const healths = await ask.askHealth(world);
  for (const [pair, reference] of references) {
    if (pair.kind !== 'collection' || !pair.carried) continue;
    const told = healths.get(pair.attribute);
    const open = reference.findings.filter(({ status }) => status === 'affected');
    // Packages without anything to judge them by are not in the list.
    if (told === undefined) {
      agreement.expectSame(
        '/package-health',
        pair,
        'open',
        [],
        open.map(({ id }) => id),
      );
      continue;
    }
    if (told.left > 0) continue;
    const own = told.findings.filter(({ basis }) => basis !== 'tracker');
    const member = (findings: readonly ask.ToldFinding[]) =>
      findings.map(({ id, severity }) => JSON.stringify([id, severity ?? 'unknown'])).sort();
    agreement.expectSame('/package-health', pair, 'open', member(open), member(own));
    agreement.expectSame(
      '/package-health',
      pair,
      'verdict',
      reference.about['verdict'] === 'affected',
      told.about['verdict'] === 'affected',
    );
  }
}

function checkClean(reader: EvidenceReader, world: CorpusWorld, references: References): AgreementRun['clean'] {
  const homes = new Map(world.corpus.packages.map(({ attribute, homepages }) => [attribute, homepages]));
  const faults: string[] = [];
  let [notAffected, noneKnown] = [0, 0];
  for (const [pair, { about, searchedNames = [], cleared = [], parsed }] of references) {
    const { verdict } = about;
    if (verdict !== 'not_affected' && verdict !== 'none_known') continue;
    const answer = {
      searchedNames,
      version: pair.version,
      ecosystem: parsed?.ecosystem ?? null,
      cleared: new Set(cleared.flatMap(({ id, aliases }) => aliases.concat(id))),
      homepages: pair.kind === 'collection' ? (homes.get(pair.attribute) ?? []) : [],
    };
    if (verdict === 'not_affected') notAffected += 1;
    else noneKnown += 1;
    const found = verdict === 'not_affected' ? reader.faultsOfNotAffected(answer) : reader.faultsOfNoneKnown(answer);
    faults.push(...found.map((fault) => `${pair.purl} is ${verdict}, but ${fault}`));
  }
  console.log(
    `${notAffected} answers "not affected" and ${noneKnown} "none known", checked with ${reader.statements} statements of ${reader.records} records: ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 100)) console.log(fault);
  return { notAffected, noneKnown, faults };
}
