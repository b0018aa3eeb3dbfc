import type { PackageHealth } from '@almanac/contract';
import {
  behind,
  EPSS_FROM,
  HEALTH_WEIGHTS,
  type HealthPart,
  type HealthScore,
  type OpenVulnerability,
  worstFirst,
} from '@almanac/core/health';
import type { HealthRow } from './health-rows.ts';

const MOST_SHOWN = 20;
const MOST_NAMED = 20;

/** As it is served: every part with what it is judged by. */
export function healthItem(row: HealthRow): PackageHealth {
  const { entry, facts, verdict } = row;
  const { parts, score, atBest, known } = row.judged;
  const { version, newest } = facts.version;
  const { open, undecided, judged } = facts.vulnerabilities;
  return {
    package: entry.attribute,
    channel: entry.channel,
    version: entry.version,
    score,
    scoreAtBest: atBest,
    known,
    verdict,
    components: {
      vulnerabilities: {
        ...of(parts, 'vulnerabilities'),
        inputs: {
          open: bySeverity(open),
          knownExploited: open.filter(({ kev }) => kev).length,
          likelyExploited: open.filter(({ kev, epss }) => !kev && epss !== null && epss >= EPSS_FROM).length,
          undecided,
          judged,
          vulnerabilities: open
            .toSorted(worstFirst)
            .slice(0, MOST_SHOWN)
            .map(({ id, severity, epss, kev, basis, by }) => {
              return { id, severity: severity ?? ('unknown' as const), epss, kev, basis, by };
            }),
        },
      },
      versionBehind: {
        ...of(parts, 'versionBehind'),
        inputs: {
          version,
          newest: newest?.version ?? null,
          newestBy: newest?.by ?? null,
          behind: version === null || newest === null ? null : behind(version, newest.version),
        },
      },
      timeToFix: {
        ...of(parts, 'timeToFix'),
        inputs: { ...facts.timeToFix, watchedDays: Math.round(facts.timeToFix.watchedDays * 10) / 10 },
      },
      lastUpdate: {
        ...of(parts, 'lastUpdate'),
        inputs: {
          changedAt: row.changedAt?.toISOString() ?? null,
          watchedSince: row.firstSeen?.toISOString() ?? null,
          ...facts.lastUpdate,
        },
      },
      maintainers: {
        ...of(parts, 'maintainers'),
        inputs: { maintainers: facts.maintainers, named: entry.maintainers.slice(0, MOST_NAMED) },
      },
    },
  };
}

function of(parts: HealthScore['parts'], name: HealthPart) {
  return { weight: HEALTH_WEIGHTS[name], ...parts[name] };
}

function bySeverity(open: readonly OpenVulnerability[]) {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  for (const { severity } of open) counts[severity ?? 'unknown'] += 1;
  return counts;
}
