import { feedOfDatabase } from '../feed/feed-of-world.ts';
import type { Fields, RecordFeed } from '../feed/record-feed.ts';
import { instantsOf, stateAt, type Timeline } from '../world/timeline.ts';
import type { Advisory, Facts, Package, Range, Score, Vulnerability } from '../world/vulnerability.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { restEcosystem } from './ecosystems.ts';

export function advisoryFeed(world: World, start: number): RecordFeed {
  return feedOfDatabase(world, (vulnerability) => {
    const { advisory, facts, apart } = vulnerability;
    if (advisory === undefined) return [];
    const first = instantOf(advisory[0].at, start);
    const told = apart === true ? [] : instantsOf(facts, start);
    const later = [...instantsOf(advisory, start), ...told].filter((at) => at > first);
    const instants = [...new Set([first, ...later])].sort((a, b) => a - b);
    const revisions = instants.map((at) => ({ at, value: () => advisoryAt(vulnerability, advisory, at, start) }));
    return [{ id: advisory[0].set.ghsa, revisions }];
  });
}

function advisoryAt(
  vulnerability: Vulnerability,
  timeline: Timeline<Advisory>,
  at: number,
  start: number,
): Fields | null {
  const state = stateAt(timeline, at, start);
  if (state === null) return null;
  const facts = stateAt(vulnerability.facts, at, start);
  const published = secondsDate(instantOf(state.publishedAs ?? timeline[0].at, start));
  const cve = state.namesCve === false ? null : vulnerability.id;
  const epss = stateAt(vulnerability.epss, at, start);
  const withdrawal = timeline.findLast(({ at: when, set }) => set.withdrawn === true && instantOf(when, start) <= at);
  const nvd = vulnerability.nvd === undefined ? Number.POSITIVE_INFINITY : instantOf(vulnerability.nvd[0].at, start);
  return {
    ghsa_id: state.ghsa,
    cve_id: cve,
    url: `https://api.github.com/advisories/${state.ghsa}`,
    html_url: `https://github.com/advisories/${state.ghsa}`,
    repository_advisory_url: null,
    ...words(state, facts),
    type: state.type,
    severity: state.severity,
    source_code_location: '',
    identifiers: [{ value: state.ghsa, type: 'GHSA' }, ...(cve === null ? [] : [{ value: cve, type: 'CVE' }])],
    references: state.references?.map(({ url }) => url) ?? references(state, facts, cve),
    published_at: published,
    updated_at: secondsDate(at),
    github_reviewed_at: state.type === 'unreviewed' ? null : published,
    nvd_published_at: nvd <= at ? secondsDate(nvd) : null,
    withdrawn_at: withdrawal === undefined ? null : secondsDate(instantOf(withdrawal.at, start)),
    vulnerabilities: state.packages.flatMap(vulnerabilitiesOf),
    cvss: cvssOf(state.scores?.[0]),
    cvss_severities: {
      cvss_v3: cvssOf(state.scores?.find(({ version }) => version.startsWith('3'))),
      cvss_v4: cvssOf(state.scores?.find(({ version }) => version === '4.0')),
    },
    cwes:
      (state.weaknesses ?? facts?.weaknesses)?.flatMap(({ cwe, text }) =>
        cwe === undefined ? [] : { cwe_id: cwe, name: text },
      ) ?? [],
    credits: [],
    ...(epss === null ? {} : { epss: { percentage: epss.score, percentile: epss.percentile } }),
  };
}

function words(state: Advisory, facts: Facts | null): Fields {
  const description = facts?.descriptions.find(({ lang }) => lang.startsWith('en'))?.value ?? null;
  const summary = state.summary ?? facts?.title ?? description?.slice(0, 100) ?? `Advisory ${state.ghsa}`;
  return { summary, description };
}

function references(state: Advisory, facts: Facts | null, cve: string | null): string[] {
  return [
    ...(cve === null ? [] : [`https://nvd.nist.gov/vuln/detail/${cve}`]),
    ...(facts?.references ?? []).map(({ url }) => url),
    `https://github.com/advisories/${state.ghsa}`,
  ];
}

/** One entry per range. A pair of events becomes two clauses joined by a comma. */
function vulnerabilitiesOf({ ecosystem, name, ranges, lastKnownAffected }: Package): Fields[] {
  return ranges.flatMap(clauses).map(({ range, fixed }) => ({
    package: { ecosystem: restEcosystem(ecosystem), name },
    vulnerable_version_range: fixed === null ? (lastKnownAffected ?? range) : range,
    first_patched_version: fixed,
    vulnerable_functions: [],
  }));
}

function clauses({ events }: Range): { range: string; fixed: string | null }[] {
  const found: { range: string; fixed: string | null }[] = [];
  let from: string | null = null;
  for (const event of events) {
    if ('introduced' in event) from = event.introduced;
    else if ('fixed' in event) close(`< ${event.fixed}`, event.fixed);
    else if ('last_affected' in event) close(`<= ${event.last_affected}`, null);
  }
  if (from !== null) found.push({ range: `>= ${from}`, fixed: null });
  return found;

  function close(upper: string, fixed: string | null): void {
    found.push({ range: from === null || from === '0' ? upper : `>= ${from}, ${upper}`, fixed });
    from = null;
  }
}

function cvssOf(score: Score | undefined): Fields {
  return { vector_string: score?.vector ?? null, score: score?.score ?? 0 };
}

function secondsDate(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
