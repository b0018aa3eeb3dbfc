import { beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { type CorpusDocuments, type Document, readCorpus } from '../../test/famous/corpus-documents.ts';
import {
  cpeFacts,
  cveFacts,
  type Fact,
  kevFacts,
  nvdFacts,
  osvFacts,
  typedCveFacts,
} from '../../test/famous/facts-of.ts';
import { runsOfWords, textsOf } from '../../test/famous/words.ts';
import { cveFeed } from '../cve-list/record.ts';
import { epssFeed } from '../epss/file.ts';
import { rowsOf, textOf } from '../epss/rows.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { entriesAt } from '../kev/catalogue.ts';
import { nvdFeed } from '../nvd/record.ts';
import { osvFeed } from '../osv/feed.ts';
import { worldOf } from '../world/world.ts';
import { KNOWN_DAYS } from './epss-over-time.ts';
import { famousRecords } from './famous-world.ts';
import { HAND_WRITTEN } from './hand-written.ts';
import { parseConfigurations } from './notation.ts';
import { FAMOUS_PACKAGES } from './packages.ts';
import { REPAIRS } from './repairs.ts';
import { vulnerabilityOf } from './vulnerability-of.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
/** The facts alone, without what is made up around them. */
const FACTS = worldOf(famousRecords().map(vulnerabilityOf));
const RESERVED = 'CVE-2026-59679';
/** As many words in common are no accident. */
const RUN = 8;

let corpus: CorpusDocuments;
let compared = 0;
const wrong: string[] = [];

/** Notes what of ours the corpus does not have. */
function compare(what: string, ours: readonly Fact[], theirs: readonly (readonly Fact[])[]): void {
  const known = new Set(theirs.flat());
  compared += ours.length;
  for (const each of ours) if (!known.has(each)) wrong.push(`${what}: ${each}`);
}

/** Yields the facts of all revisions that a twin serves. */
function* served(
  feed: RecordFeed,
): Generator<{ readonly id: string; readonly last: Document; readonly all: readonly Document[] }> {
  for (const { id, revisions } of feed.records()) {
    const all = revisions.flatMap((revision): Document[] => {
      const value = revision.value();
      return value === null ? [] : [value];
    });
    const last = all.at(-1);
    if (last !== undefined) yield { id, last, all };
  }
}

describe.skipIf(!hasCorpus)('the well-known vulnerabilities', () => {
  beforeAll(async () => {
    const attributes = new Set(FAMOUS_PACKAGES.map(({ attribute }) => attribute));
    corpus = await readCorpus(famousRecords(), KNOWN_DAYS, attributes, [RESERVED]);
  }, 300_000);

  it('have the facts of the corpus, as their twins serve them', () => {
    for (const { id, last } of served(cveFeed(FACTS, START))) compareCve(id, last);
    for (const { id, last } of served(osvFeed(FACTS, START))) compareOsv(id, last);
    for (const { id, last } of served(nvdFeed(FACTS, START))) compareNvd(id, last['cve']);
    for (const entry of entriesAt(FACTS.entries(), START, START))
      compare(entry.cveID, kevFacts({ ...entry }), [kevFacts(corpus.kev.get(entry.cveID) ?? {})]);
    compareScores();
    compareWeekly();
    compareExploits();
    compareOverrides();
    comparePackages();

    console.log(
      `${compared} facts of ${famousRecords().length} vulnerabilities and ${FAMOUS_PACKAGES.length} packages compared with the corpus.`,
    );
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(40_000);
  });

  it('have an id among them that is named, and neither recorded nor scored', () => {
    expect(corpus.named.has(RESERVED)).toBe(true);
    expect(corpus.cve.has(RESERVED)).toBe(false);
    for (const day of KNOWN_DAYS) expect(corpus.scores.get(day)?.has(RESERVED)).toBe(false);
  });

  it('are told in our own words', () => {
    const copied = HAND_WRITTEN.flatMap((record) => {
      const theirs = runsOfWords(textsAbout(record.id), RUN);
      return [...runsOfWords([record.title, record.text], RUN)]
        .filter((run) => theirs.has(run))
        .map((run) => `${record.id}: ${run}`);
    });
    const texts = HAND_WRITTEN.filter(({ id }) => textsAbout(id).length > 0);

    console.log(`The words of ${texts.length} vulnerabilities compared with those of the corpus.`);
    expect(copied).toEqual([]);
    expect(texts.length).toBeGreaterThan(90);
  });
});

function compareCve(id: string, served: Document): void {
  const typed = corpus.typed.get(id)?.['cve'];
  const records = corpus.cve.get(id) ?? [];
  const addresses = (corpus.nvd.get(id) ?? []).flatMap(nvdFacts).filter((each) => each.startsWith('reference'));
  const theirs = [...records.map(cveFacts), ...(typed === undefined ? [] : [typedCveFacts(id, typed)]), addresses];
  compare(id, cveFacts(served), theirs);
  const { assignerShortName: name, assignerOrgId } = served['cveMetadata'];
  if (assignerOrgId !== undefined) compare(id, [assignerOrgId], [[corpus.assigners.get(name) ?? '']]);
}

/** An address that is known from the CVE list serves for NVD, too. */
function compareNvd(id: string, served: Document): void {
  const references = (corpus.cve.get(id) ?? []).flatMap(cveFacts).filter((each) => each.startsWith('reference'));
  compare(id, nvdFacts(served), [...(corpus.nvd.get(id) ?? []).map(nvdFacts), references]);
}

function compareOsv(id: string, served: Document): void {
  const known = corpus.osv.get(id) ?? [];
  const typed = [...corpus.typed.values()]
    .flatMap(({ ghsa = [] }) => ghsa)
    .filter((each: Document) => each['id'] === id);
  const ours = osvFacts(served);
  // Where its own database gives no date, the one that is served is made up.
  const undated = ['published', 'modified'].filter((name) =>
    known.some((record) => record[name] === undefined || String(record[name]).startsWith('0001')),
  );
  // An alias of a typed advisory is the id under which it was typed; siblings are found by the export.
  const stated = ours.filter(
    (each) => !each.startsWith('aliases') && !undated.some((name) => each.startsWith(`${name} `)),
  );
  compare(id, stated, [...known, ...typed].map(osvFacts));
}

function compareScores(): void {
  const feed = epssFeed(FACTS, START, { publishedHour: 13 });
  for (const day of KNOWN_DAYS) {
    const bytes = feed.find(day)?.revisions[0]?.bytes?.() ?? Buffer.alloc(0);
    for (const { cve, epss, percentile } of rowsOf(textOf(bytes))) {
      const [score = '', rank = ''] = corpus.scores.get(day)?.get(cve) ?? [];
      compare(
        `${cve} on ${day}`,
        [`epss ${Number(epss)} ${Number(percentile)}`],
        [[`epss ${Number(score)} ${Number(rank)}`]],
      );
    }
  }
}

/** Each weekly score is served until the next one. */
function compareWeekly(): void {
  const feed = epssFeed(FACTS, START, { publishedHour: 13 });
  const days = new Set([...corpus.weekly.values()].flatMap(({ scores }) => scores.map(([day]: [string]) => day)));
  for (const day of days) {
    const rows = rowsOf(textOf(feed.find(day)?.revisions[0]?.bytes?.() ?? Buffer.alloc(0)));
    const scores = new Map(
      rows.map(({ cve }) => [cve, corpus.weekly.get(cve)?.['scores'].find(([each]: [string]) => each === day)?.[1]]),
    );
    for (const { cve, epss } of rows) compare(`${cve} on ${day}`, [String(Number(epss))], [[String(scores.get(cve))]]);
  }
}

function compareExploits(): void {
  for (const { id, metasploit, nuclei, exploitdb } of famousRecords()) {
    if (metasploit !== undefined) {
      const module = corpus.modules.get(metasploit.path.replace(/^exploit\//, 'exploits/'));
      const ours = [id, ...(metasploit.disclosed === undefined ? [] : [metasploit.disclosed])];
      compare(id, ours, [[...(module?.['cves'] ?? []), String(module?.['disclosureDate'])]]);
    }
    if (nuclei !== undefined) {
      const { Severity, Classification } = corpus.templates.get(id)?.['Info'] ?? {};
      compare(id, [nuclei.severity, nuclei.score], [[Severity, String(Classification?.['CVSSScore'])]]);
    }
    if (exploitdb !== undefined) compare(id, [String(exploitdb)], [(corpus.exploits[id] ?? []).map(String)]);
  }
}

function compareOverrides(): void {
  for (const { id, nvdOverride } of famousRecords()) {
    if (nvdOverride === undefined) continue;
    const ours = cpeFacts({ configurations: parseConfigurations(nvdOverride) });
    compare(id, ours, [cpeFacts(corpus.overrides.get(id)?.['cve'] ?? {})]);
  }
}

function comparePackages(): void {
  for (const { attribute, version, home, file } of FAMOUS_PACKAGES) {
    const known = corpus.packages.get(attribute);
    const theirs = [known?.['version'], known?.['homepage'] ?? '-', String(known?.['position']).replace(/:\d+$/, '')];
    const patches = REPAIRS.flatMap((repair) => (repair.attribute === attribute ? (repair.patch ?? []) : []));
    compare(attribute, [version, home, file, ...patches], [theirs, known?.['patches'] ?? []]);
  }
}

/** Everything that the corpus has in words about a vulnerability. */
function textsAbout(id: string): string[] {
  const record = HAND_WRITTEN.find((each) => each.id === id);
  const known = [...(record?.osv ?? []), ...(record?.ghsa === undefined ? [] : [record.ghsa])];
  const documents = [
    ...(corpus.cve.get(id) ?? []),
    ...(corpus.nvd.get(id) ?? []),
    ...known.flatMap((each) => corpus.osv.get(each.id) ?? []),
    ...[corpus.kev.get(id), corpus.templates.get(id), corpus.overrides.get(id)].filter((each) => each !== undefined),
    ...[...corpus.modules.values()].filter(({ cves }) => cves.includes(id)),
  ];
  return documents.flatMap(textsOf);
}
