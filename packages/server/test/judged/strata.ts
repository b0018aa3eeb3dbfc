import { parsePurl } from '@almanac/core/purl';
import type { CorpusPackage } from '@almanac/twins';
import type { Candidate, Collection } from './candidates.ts';
import { chance, oneOf } from './chance.ts';
import { folded } from './names.ts';
import { type Vulnerabilities, Vulnerability } from './records.ts';
import { type Drawn, draw, pairOf } from './selection.ts';
import type { JudgedCase, OsvRecord, Question } from './shapes.ts';
import { statementsOf } from './statements.ts';
import { isVersion } from './versions.ts';

/** The day on which CISA stopped adding CPE names to CVE records. */
const LAST_ENRICHED = '2024-12-10';
const MAX_PER_PACKAGE = 3;

type Asked = Omit<JudgedCase, 'id'>;

interface Deck {
  readonly seed: string;
  readonly count: number;
  readonly candidates: readonly Candidate[];
  readonly vulnerabilities: Vulnerabilities;
  readonly collection: Collection;
  readonly taken: ReadonlySet<string>;
}

/** Draws the strata that users ask about, as many cases of each. */
export function drawStrata(deck: Deck): Asked[] {
  const taken = new Set(deck.taken);
  const draws = [drawRecent, drawBinary, drawCarried, drawFuzzed, drawByOldRule];
  return draws.flatMap((drawOne) => {
    const drawn = drawOne({ ...deck, taken });
    for (const { question, cve } of drawn) taken.add(pairOf(question, cve));
    return drawn;
  });
}

function drawByOldRule({ candidates, seed, count, taken }: Deck): Asked[] {
  return draw(candidates, seed, count, taken).map((each) => asStratum(each, 'old_rule'));
}

function drawRecent({ candidates, seed, count, taken, vulnerabilities }: Deck): Asked[] {
  const isRecent = (id: string) =>
    (vulnerabilities.get(id)?.cve()?.cveMetadata.datePublished ?? '').slice(0, 10) > LAST_ENRICHED;
  const recent = new Map([...new Set(candidates.map(({ cve }) => cve))].map((id) => [id, isRecent(id)]));
  const own = candidates.filter(({ cve }) => recent.get(cve) === true);
  return draw(own, `${seed} recent`, count, taken).map((each) => asStratum(each, 'recent'));
}

/** Packages of distributions as tools find them installed: under the name of a part, without the epoch in the version. */
function drawBinary({ candidates, seed, count, taken }: Deck): Asked[] {
  const builds = candidates.filter(({ stratum, question }) => stratum === 'distribution' && 'purl' in question);
  return draw(builds, `${seed} binary`, count * 3, taken)
    .slice(0, count)
    .map((each) => ({ stratum: 'binary', question: writeBinary(each, seed), version: each.version, cve: each.cve }));
}

function writeBinary({ question, version, cve }: Drawn, seed: string): Question {
  const purl = 'purl' in question ? parsePurl(question.purl) : null;
  if (purl === null) return question;
  const { type, namespace, name, qualifiers } = purl;
  const [epoch, plain] = version.includes(':') ? version.split(':', 2) : [null, version];
  const part = oneOf(['-dev', '-tools', '-doc', '-libs'], seed, 'part', name, cve) ?? '';
  const isBuiltFrom = type !== 'rpm' && namespace !== 'wolfi' && namespace !== 'chainguard';
  const more = isBuiltFrom
    ? { upstream: name }
    : { arch: 'x86_64', ...(epoch === null || chance(seed, 'epoch', name, cve) < 0.5 ? {} : { epoch }) };
  const at = type === 'rpm' ? (plain ?? version) : version;
  const pairs = Object.entries({ ...qualifiers, ...more }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return {
    purl: `pkg:${type}/${namespace}/${encodeURIComponent(isBuiltFrom ? `${name}${part}` : name)}@${encodeURIComponent(at)}?${pairs.join('&')}`,
  };
}

/** Packages of the collection as they are, with CVEs of which a record names them; half of these look affected. */
function drawCarried({ seed, count, taken, vulnerabilities, collection }: Deck): Asked[] {
  const looksOpen: Asked[] = [];
  const others: Asked[] = [];
  const byName = byPlainName(collection);
  for (const vulnerability of vulnerabilities.values()) {
    // One in six is enough to draw from, and takes a sixth of the time.
    if (chance(seed, 'looked at', vulnerability.id) > 1 / 6) continue;
    if (vulnerability.isEmpty() || vulnerability.isRejected()) continue;
    for (const { names, bounds, ecosystem } of statementsOf(vulnerability)) {
      const entry = names.flatMap((name) => byName.get(folded(name)) ?? [])[0];
      if (entry === undefined || ecosystem !== null || !isCarried(entry)) continue;
      const question = { package: entry.attribute };
      if (taken.has(pairOf(question, vulnerability.id))) continue;
      const { version } = entry;
      const ends = bounds.filter(({ kind }) => kind === 'fixed' || kind === 'last_affected');
      const isOpen = bounds.length > 0 && ends.every(({ version: end }) => orderLoosely(end, version) >= 0);
      (isOpen ? looksOpen : others).push({ stratum: 'carried', question, version, cve: vulnerability.id });
    }
  }
  return [...pick(looksOpen, seed, count / 2), ...pick(others, seed, count / 2)];
}

function byPlainName(collection: Collection): ReadonlyMap<string, readonly CorpusPackage[]> {
  const top = [...collection.byAttribute.values()].filter(({ attribute }) => !attribute.includes('.'));
  return Map.groupBy(top, ({ pname }) => folded(pname));
}

function isCarried(entry: CorpusPackage): entry is CorpusPackage & { readonly version: string } {
  return entry.version !== null && isVersion(entry.version);
}

/** Numbers in their order, which is enough to see which versions look affected. */
function orderLoosely(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  for (let i = 0; i < Math.max(left?.length ?? 0, right?.length ?? 0); i += 1) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Asks about crashes under the project's name, once at a listed version and once at the version that the collection carries. */
function drawFuzzed({ seed, count, taken, vulnerabilities, collection }: Deck): Asked[] {
  const byName = byPlainName(collection);
  const cases = [...vulnerabilities.values()].flatMap(({ id, osv }): Asked[] => {
    if (!id.startsWith('OSV-')) return [];
    const [affected] = osv[0]?.record.affected ?? [];
    const name = affected?.package?.name ?? '';
    const entry = byName.get(folded(name))?.[0];
    if (entry === undefined || !isCarried(entry)) return [];
    const question = { package: entry.attribute };
    if (taken.has(pairOf(question, id))) return [];
    const listed = (affected?.versions ?? []).map((version) => version.replace(/^\D+/, '')).filter(isVersion);
    const made = oneOf(listed, seed, 'listed', id);
    const isListed = made !== undefined && chance(seed, 'made', id) < 0.6;
    return [{ stratum: 'fuzzed', question, version: isListed ? made : entry.version, cve: id }];
  });
  return pick(cases, seed, count);
}

/** Adds what fuzzers found and no CVE names. */
export function withFuzzed(vulnerabilities: Vulnerabilities, records: readonly OsvRecord[]): Vulnerabilities {
  const all = new Map(vulnerabilities);
  for (const record of records) {
    const own = new Vulnerability(record.id);
    own.osv.push({ record, relation: 'id' });
    all.set(record.id, own);
  }
  return all;
}

function pick(cases: readonly Asked[], seed: string, count: number): Asked[] {
  const packages = new Map<string, number>();
  const ranked = cases
    .map((each) => ({ each, rank: chance(seed, each.stratum, pairOf(each.question, each.cve)) }))
    .sort((a, b) => a.rank - b.rank);
  const picked = new Map<string, Asked>();
  for (const { each } of ranked) {
    const pair = pairOf(each.question, each.cve);
    const [name = ''] = pair.split(' ');
    if (picked.size >= count) break;
    if (picked.has(pair) || (packages.get(name) ?? 0) >= MAX_PER_PACKAGE) continue;
    packages.set(name, (packages.get(name) ?? 0) + 1);
    picked.set(pair, each);
  }
  return [...picked.values()];
}

function asStratum({ question, version, cve }: Drawn, stratum: JudgedCase['stratum']): Asked {
  return { stratum, question, version, cve };
}
