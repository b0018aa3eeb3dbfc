import { hash } from 'node:crypto';
import { feedOfWorld } from '../feed/feed-of-world.ts';
import type { Fields, RecordFeed } from '../feed/record-feed.ts';
import { assignerOf } from '../world/assigners.ts';
import { instantsOf, stateAt } from '../world/timeline.ts';
import type {
  Configuration,
  CveListing,
  Facts,
  NvdAnalysis,
  Reference,
  Score,
  Vulnerability,
} from '../world/vulnerability.ts';
import { DAY, instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { configurationsOf } from './configurations.ts';

const NVD = 'nvd@nist.gov';

/** Elements of `vulnerabilities`, each with its member `cve`. */
export function nvdFeed(world: World, start: number): RecordFeed {
  return feedOfWorld(world, (vulnerability) => {
    const { nvd, facts, cveList, kev, apart } = vulnerability;
    if (nvd === undefined) return [];
    const first = instantOf(nvd[0].at, start);
    const told = apart === true ? [nvd] : [nvd, facts, cveList, kev];
    const later = told.flatMap((timeline) => instantsOf(timeline, start));
    const instants = [...new Set([first, ...later.filter((at) => at > first)])].sort((a, b) => a - b);
    return instants.map((at) => ({ at, value: () => recordAt(vulnerability, at, start) }));
  });
}

function recordAt(vulnerability: Vulnerability, at: number, start: number): Fields | null {
  const analysis = stateAt(vulnerability.nvd, at, start);
  if (analysis === null) return null;
  const facts = toldBy(vulnerability, stateAt(vulnerability.facts, at, start));
  const listing = stateAt(vulnerability.cveList, at, start);
  const { email = '' } = assignerOf(vulnerability);
  const rejected = analysis.status === 'Rejected';
  const { tags } = facts ?? {};
  return {
    cve: {
      id: vulnerability.id,
      sourceIdentifier: email,
      published: nvdDate(publishedOf(vulnerability, analysis, start)),
      lastModified: nvdDate(at),
      vulnStatus: analysis.status,
      ...exploitation(vulnerability, at, start),
      cveTags: tags === undefined || rejected ? [] : [{ sourceIdentifier: email, tags }],
      descriptions: rejected ? rejection(listing) : (facts?.descriptions ?? []),
      metrics: rejected ? {} : metricsOf(analysis, facts, email),
      ...(rejected ? {} : analysed(analysis, facts, email)),
      references: rejected ? [] : (facts?.references ?? []).map((reference) => referenceOf(reference, email)),
    },
  };
}

/** NVD repeats the assigner's facts; of an `apart` record only the text. */
function toldBy({ apart }: Vulnerability, facts: Facts | null): Facts | null {
  if (apart !== true || facts === null) return facts;
  const { descriptions, references, tags } = facts;
  return { descriptions, references, products: [], ...(tags === undefined ? {} : { tags }) };
}

/** No zone: dates are UTC. */
export function nvdDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 23);
}

function publishedOf({ cveList, nvd }: Vulnerability, { publishedAs }: NvdAnalysis, start: number): number {
  const first = publishedAs ?? cveList?.[0].at ?? nvd?.[0].at;
  return first === undefined ? start : instantOf(first, start);
}

/** Members for CVEs in KEV. */
function exploitation({ kev }: Vulnerability, at: number, start: number): Fields {
  const listing = stateAt(kev, at, start);
  if (kev === undefined || listing?.listed !== true) return {};
  const added = instantOf(kev[0].at, start);
  return {
    cisaExploitAdd: nvdDate(added).slice(0, 10),
    cisaActionDue: nvdDate(added + listing.dueIn * DAY).slice(0, 10),
    cisaRequiredAction: listing.action,
    cisaVulnerabilityName: listing.name,
  };
}

function rejection(listing: CveListing | null): Fields[] {
  return [{ lang: 'en', value: `Rejected reason: ${listing?.rejectedReason ?? 'No reason was given.'}` }];
}

/** NVD's own scores are Primary, the assigner's Secondary. */
function metricsOf(analysis: NvdAnalysis, facts: Facts | null, email: string): Fields {
  const metrics: Record<string, Fields[]> = {};
  for (const score of analysis.scores ?? []) add(score, NVD, 'Primary');
  for (const score of facts?.scores ?? []) add(score, email, 'Secondary');
  return metrics;

  function add(score: Score, source: string, type: string): void {
    const key = score.version === '2.0' ? 'cvssMetricV2' : `cvssMetricV${score.version.replace('.', '')}`;
    (metrics[key] ??= []).push({ source, type, ...cvssOf(score) });
  }
}

/** CVSS 2 has its severity outside of its data. */
function cvssOf({ version, vector, score, severity }: Score): Fields {
  const data = { version, vectorString: vector, baseScore: score };
  if (version === '2.0') return { cvssData: data, baseSeverity: severity };
  return { cvssData: { ...data, baseSeverity: severity } };
}

function analysed(analysis: NvdAnalysis, facts: Facts | null, email: string): Fields {
  const own = analysis.weaknesses ?? [];
  const told = facts?.weaknesses?.flatMap(({ cwe }) => cwe ?? []) ?? [];
  const weaknesses = [
    ...(own.length === 0 ? [] : [weakness(NVD, 'Primary', own)]),
    ...(told.length === 0 ? [] : [weakness(email, 'Secondary', told)]),
  ];
  const configurations = configurationsOf(analysis, facts).map(withCriteriaIds);
  return {
    ...(weaknesses.length === 0 ? {} : { weaknesses }),
    ...(configurations.length === 0 ? {} : { configurations }),
  };
}

function weakness(source: string, type: string, cwes: readonly string[]): Fields {
  return { source, type, description: cwes.map((value) => ({ lang: 'en', value })) };
}

export function withCriteriaIds({ nodes, ...rest }: Configuration): Fields {
  const named = nodes.map(({ operator, negate, cpeMatch }) => {
    return { operator, negate, cpeMatch: cpeMatch.map(withCriteriaId) };
  });
  return { ...rest, nodes: named };
}

/** Equal criteria share an id. */
function withCriteriaId(match: object): Fields {
  const digest = hash('sha256', JSON.stringify(match)).toUpperCase();
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `4${digest.slice(13, 16)}`, `A${digest.slice(17, 20)}`];
  return { ...match, matchCriteriaId: [...parts, digest.slice(20, 32)].join('-') };
}

function referenceOf({ url, tags }: Reference, source: string): Fields {
  if (tags === undefined) return { url, source };
  const named = tags.map((tag) => tag.split('-').map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)));
  return { url, source, tags: named.map((words) => words.join(' ')) };
}
