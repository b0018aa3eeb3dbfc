import type { Corpus } from '@almanac/twins';
import { type CorpusWorld, type CorpusWorldOptions, openCorpusWorld } from '../corpus/world.ts';
import { type EvidenceReader, readEvidence } from './check-none.ts';
import { type CarriedPair, compareCve, cvesOf } from './cve.ts';
import { compareDoors } from './doors.ts';
import { compareAsserted, compareTransitive, putDependencies } from './graph.ts';
import { compareHistory } from './history.ts';
import { type Agreement, openAgreement } from './index.ts';
import * as ask from './interfaces.ts';
import { type AskedPair, type CollectionPair, pairsOf } from './pairs.ts';
import { comparePulls } from './pulls.ts';
import { type References, shareOf } from './share.ts';

export interface AgreementSize {
  /** Pairs of the collection and of ecosystems, the first by the order of `pairsOf`. */
  readonly collection: number;
  readonly ecosystem: number;
  /** CVEs of these pairs that everything about one CVE is asked about. */
  readonly cves: number;
  /**
   * Of so many pairs each interface that puts an answer in another form is asked about one, another one each; 1: about all. Those that answer
   * about one package at a time are asked about every other pair then.
   */
  readonly share: number;
}

export interface AgreementRun {
  readonly agreement: Agreement;
  /** Answers that say "every record" or "none", and what another reader of the evidence says against them. */
  readonly clean: { readonly notAffected: number; readonly noneKnown: number; readonly faults: readonly string[] };
  readonly pairs: number;
}

const HOUR = 3_600_000;

/** With figures, and with time for requests about many packages at once. */
export function openAgreementWorld(cves: CorpusWorldOptions['cves'], size: AgreementSize): Promise<CorpusWorld> {
  return openCorpusWorld({
    cves,
    aggregates: true,
    fillMore: async (db, corpus) => putDependencies(db, carriedOf((await askedPairs(corpus, size)).collection)),
    // Of this machine: an agent's tools are reached under the name of the site alone.
    siteUrl: 'http://localhost',
    settings: { deadlineMs: HOUR, timeouts: { headersMs: 10_000, requestMs: HOUR, connectionMs: HOUR } },
    sbom: { limits: { milliseconds: HOUR, megabytes: 1_024 } },
  });
}

/** Asks every interface about the same packages and versions, and compares what they say. */
export async function runAgreement(world: CorpusWorld, size: AgreementSize): Promise<AgreementRun> {
  const agreement = openAgreement();
  const { collection, ecosystem } = await askedPairs(world.corpus, size);
  const pairs: AskedPair[] = [...collection, ...ecosystem];
  console.log(`${collection.length} pairs of the collection and ${ecosystem.length} others`);
  const carried = carriedOf(collection);
  const timed = stopwatch();
  const answers = new Map<AskedPair, ask.Told>();
  await inTurns(pairs, async (pair) => answers.set(pair, await ask.askReference(world, pair)));
  // Answers arrive in any order; shares are taken by the order of the pairs, so that every run compares the same ones.
  const references: References = new Map(pairs.map((pair) => [pair, referenceOf(answers, pair)]));
  timed('references');
  await compareSingle(world, agreement, references, size.share);
  timed('single');
  await compareBatches(world, agreement, references);
  timed('batches');
  await compareDoors(world, agreement, references, size.share);
  timed('doors');
  const reader = await readEvidence(world.corpus);
  await compareOsv(world, agreement, shareOf(references, Math.min(size.share, 2), 0), reader);
  timed('/osv');
  const known = carried.map((pair): CarriedPair => ({ pair, reference: referenceOf(references, pair) }));
  const cves = cvesOf(known).filter(reader.isListed);
  console.log(`${Math.min(cves.length, size.cves)} CVEs asked about of ${cves.length}`);
  await inTurns(cves.slice(0, size.cves), (cve) => compareCve(world, agreement, cve, known));
  timed('CVEs');
  await comparePulls(world, agreement, references, size.share);
  timed('pull requests');
  await compareTransitive(world, agreement, carried, references);
  await compareIssues(world, agreement);
  await compareHealth(world, agreement, references);
  timed('dependencies, issues and health');
  agreement.print();
  const clean = checkClean(reader, world, references);
  return { agreement, clean, pairs: pairs.length };
}

async function askedPairs(corpus: Corpus, size: AgreementSize) {
  const { collection, ecosystem } = await pairsOf(corpus);
  return { collection: collection.slice(0, size.collection), ecosystem: ecosystem.slice(0, size.ecosystem) };
}

function carriedOf(collection: readonly CollectionPair[]): readonly CollectionPair[] {
  return collection.filter((pair) => pair.carried);
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

/** The same package by its package URL, as it was known at an instant since which nothing has changed, by its exact name, and over time. */
async function compareSingle(
  world: CorpusWorld,
  agreement: Agreement,
  references: References,
  share: number,
): Promise<void> {
  const [asserted, past] = [shareOf(references, share, 0), shareOf(references, share, 1)];
  const [named, dated] = [0, 1].map((place) => shareOf(references, Math.min(share, 2), place));
  await inTurns(references, async ([pair, reference]) => {
    if (asserted.has(pair)) await compareAsserted(world, agreement, pair, reference);
    if (past.has(pair)) await compareHistory(world, agreement, pair, reference);
    if (pair.kind !== 'collection') return;
    if (named?.has(pair)) agreement.compare('/purl', pair, reference, await ask.askPurl(world, pair));
    if (dated?.has(pair))
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
    restricted: (reference: ask.Told, told: ask.Told) => ask.Told = (reference) => reference,
  ) => {
    for (const [pair, reference] of references) {
      const told = answers.get(pair);
      agreement.expectSame(name, pair, 'answer', true, told !== undefined);
      if (told !== undefined) agreement.compare(name, pair, restricted(reference, told), told);
    }
  };
  compareAll('/purls', await ask.askPurls(world, pairs));
  compareAll('/sbom', await ask.askSbom(world, pairs));
  compareAll('/sbom/time-travel clock=known', await ask.askTimeTravel(world, pairs, 'known'));
  compareAll('/sbom/time-travel clock=true', await ask.askTimeTravel(world, pairs, 'true'));
  compareAll('/remediation/plan', await ask.askPlan(world, pairs), withoutNamesakes);
}

/**
 * A plan may leave out what has only its name in common with the package, by the proof. Where another record of the vulnerability is likely
 * about the package and does not include the version, the proof does not name it, and the plan has the finding all the same.
 */
function withoutNamesakes(reference: ask.Told, told: ask.Told): ask.Told {
  const planned = new Set(told.findings.map(({ id }) => id));
  const findings = reference.findings.filter(
    ({ id }) => planned.has(id) || (reference.proofs?.get(id)?.weight ?? 1) >= LIKELY,
  );
  return { ...reference, findings };
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

/** The fix of an issue is what the judgement of its package and CVE names without a version. */
async function compareIssues(world: CorpusWorld, agreement: Agreement): Promise<void> {
  await inTurns(await ask.askIssues(world), async ({ number, packages, cves, fix, hasFixAvailable }) => {
    const about = { purl: packages.map((name) => `pkg:nix/${name}`).join(' ') };
    const fixes = new Set<unknown>();
    for (const name of packages) for (const cve of cves) fixes.add(await ask.askFix(world, name, cve));
    fixes.delete(null);
    const version = fix?.version?.version;
    agreement.expectSame('/issues', about, `${number} fix`, fixes.size > 0, version !== undefined);
    if (version !== undefined) agreement.expectSame('/issues', about, `${number} version`, true, fixes.has(version));
    agreement.expectSame('/issues', about, `${number} hasFixAvailable`, fix !== null, hasFixAvailable);
  });
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
  const packages = new Map(world.corpus.packages.map((each) => [each.attribute, each]));
  const faults: string[] = [];
  let [notAffected, noneKnown] = [0, 0];
  for (const [pair, { about, searchedNames = [], cleared = [], parsed }] of references) {
    const { verdict } = about;
    if (verdict !== 'not_affected' && verdict !== 'none_known') continue;
    const { homepages = [], patches = [] } = packages.get(pair.kind === 'collection' ? pair.attribute : '') ?? {};
    const answer = {
      searchedNames,
      version: pair.version,
      ecosystem: parsed?.ecosystem ?? null,
      cleared: new Set(cleared.flatMap(({ id, aliases }) => aliases.concat(id))),
      homepages,
      patches: pair.kind === 'collection' && pair.carried ? patches : [],
      ofLanguage: pair.kind === 'collection' && /[Pp]ackages\w*\./.test(pair.attribute),
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
