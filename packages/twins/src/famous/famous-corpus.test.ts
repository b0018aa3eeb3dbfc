import { beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { type CorpusDocuments, type Document, readCorpus } from '../../test/famous/corpus-documents.ts';
import { cveFacts, type Fact, kevFacts, nvdFacts, osvFacts, typedCveFacts } from '../../test/famous/facts-of.ts';
import { runsOfWords, textsOf } from '../../test/famous/words.ts';
import { cveFeed } from '../cve-list/record.ts';
import { epssFeed } from '../epss/file.ts';
import { rowsOf, textOf } from '../epss/rows.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { entriesAt } from '../kev/catalogue.ts';
import { nvdFeed } from '../nvd/record.ts';
import { osvFeed } from '../osv/feed.ts';
import { worldOf } from '../world/world.ts';
import { KNOWN_DAYS } from './epss-course.ts';
import { FAMOUS_RECORDS, famousWorld } from './famous-world.ts';
import { FAMOUS_PACKAGES } from './packages.ts';
import { REPAIRS } from './repairs.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
/** Without the dates that keep an ecosystem from counting as frozen, which are made up. */
const ONCE_EXPORTED = worldOf(
  Array.from(famousWorld.entries(), (entry) => Object.assign({}, entry, { reexported: [] })),
);
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

/** What a twin serves in the end, and what it served before: the facts of all revisions. */
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
    corpus = await readCorpus(FAMOUS_RECORDS, KNOWN_DAYS, attributes, [RESERVED]);
  }, 120_000);

  it('have the facts of the corpus, as their twins serve them', () => {
    for (const { id, last } of served(cveFeed(famousWorld, START))) compareCve(id, last);
    for (const { id, last } of served(osvFeed(ONCE_EXPORTED, START))) compareOsv(id, last);
    for (const { id, last } of served(nvdFeed(famousWorld, START)))
      compare(id, nvdFacts(last['cve']), (corpus.nvd.get(id) ?? []).map(nvdFacts));
    for (const entry of entriesAt(famousWorld.entries(), START, START))
      compare(entry.cveID, kevFacts({ ...entry }), [kevFacts(corpus.kev.get(entry.cveID) ?? {})]);
    compareScores();
    compareExploits();
    comparePackages();

    console.log(
      `${compared} facts of ${FAMOUS_RECORDS.length} vulnerabilities and ${FAMOUS_PACKAGES.length} packages compared with the corpus.`,
    );
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(3_000);
  });

  it('are sixty at least, of which most have a record in the corpus', () => {
    const withRecord = FAMOUS_RECORDS.filter(({ cve, ghsa, osv, nvd }) => cve ?? ghsa ?? osv ?? nvd);

    expect(FAMOUS_RECORDS.length).toBeGreaterThanOrEqual(60);
    expect(withRecord.length).toBeGreaterThanOrEqual(45);
  });

  it('have an id among them that is named, and neither recorded nor scored', () => {
    expect(corpus.named.has(RESERVED)).toBe(true);
    expect(corpus.cve.has(RESERVED)).toBe(false);
    for (const day of KNOWN_DAYS) expect(corpus.scores.get(day)?.has(RESERVED)).toBe(false);
  });

  it('are told in our own words', () => {
    const copied = FAMOUS_RECORDS.flatMap((record) => {
      const theirs = runsOfWords(textsAbout(record.id), RUN);
      return [...runsOfWords([record.title, record.text], RUN)]
        .filter((run) => theirs.has(run))
        .map((run) => `${record.id}: ${run}`);
    });
    const texts = FAMOUS_RECORDS.filter(({ id }) => textsAbout(id).length > 0);

    console.log(`The words of ${texts.length} vulnerabilities compared with those of the corpus.`);
    expect(copied).toEqual([]);
    expect(texts.length).toBeGreaterThan(90);
  });
});

function compareCve(id: string, served: Document): void {
  const typed = corpus.typed.get(id)?.['cve'];
  const records = corpus.cve.get(id) ?? [];
  const theirs = [...records.map(cveFacts), ...(typed === undefined ? [] : [typedCveFacts(id, typed)])];
  compare(id, cveFacts(served), theirs);
  const { assignerShortName: name, assignerOrgId } = served['cveMetadata'];
  if (assignerOrgId !== undefined) compare(id, [assignerOrgId], [[corpus.assigners.get(name) ?? '']]);
}

function compareOsv(id: string, served: Document): void {
  const known = [...corpus.osv.values()].flat().filter((record) => record['id'] === id);
  const typed = [...corpus.typed.values()]
    .flatMap(({ ghsa = [] }) => ghsa)
    .filter((each: Document) => each['id'] === id);
  const ours = osvFacts(served);
  // Its own database gives no dates: those that are served are made up.
  const undated =
    known.length > 0 && known.every(({ published }) => published === undefined || published.startsWith('0001'));
  // An alias of a typed advisory is the id under which it was typed; siblings are found by the export.
  const stated = ours.filter(
    (each) => !each.startsWith('aliases') && !(undated && /^(?:published|modified) /.test(each)),
  );
  compare(
    id,
    typed.length > 0 ? stated : ours.filter((each) => stated.includes(each)),
    [...known, ...typed].map(osvFacts),
  );
}

function compareScores(): void {
  const feed = epssFeed(famousWorld, START, { publishedHour: 13 });
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

function compareExploits(): void {
  for (const { id, metasploit, nuclei, exploitdb } of FAMOUS_RECORDS) {
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
  const record = FAMOUS_RECORDS.find((each) => each.id === id);
  const known = [...(record?.osv ?? []), ...(record?.ghsa === undefined ? [] : [record.ghsa])];
  const documents = [
    ...(corpus.cve.get(id) ?? []),
    ...(corpus.nvd.get(id) ?? []),
    ...[...corpus.osv.values()].flat().filter((each) => known.some((one) => one.id === each['id'])),
    ...[corpus.kev.get(id), corpus.templates.get(id)].filter((each) => each !== undefined),
    ...[...corpus.modules.values()].filter(({ cves }) => cves.includes(id)),
  ];
  return documents.flatMap(textsOf);
}
