import type { Severity } from '@almanac/contract';
import type { RiskFacts } from '@almanac/core';
import { cveRisks } from '../../queries/cve-risks.ts';
import type { Db } from '../../store/database.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import type { MadePlan } from './made-plan.ts';

export interface FindingRisk extends RiskFacts {
  readonly shown: Severity | null;
}

type Named = { readonly id: string; readonly aliases: readonly string[] };

/** How bad each finding of the plans is, by its id: severity and what is known of its exploitation, for all of them at once. */
export async function risksOf(db: Db, plans: readonly MadePlan[]): Promise<ReadonlyMap<string, FindingRisk>> {
  const findings = new Map<string, Named>();
  for (const { plan } of plans)
    for (const finding of [...plan.clears, ...plan.stays]) findings.set(finding.id, finding);
  const ids = [...findings.values()].flatMap(({ id, aliases }) => aliases.concat(id));
  const cves = [...new Set(ids)].filter((id) => id.startsWith('CVE-'));
  const [summaries, rows] = await Promise.all([vulnerabilitySummaries(db, [...new Set(ids)]), cveRisks(db, cves)]);
  const byCve = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...findings.values()].map(({ id, aliases }) => {
      const all = [id, ...aliases];
      const own = all.flatMap((each) => byCve.get(each) ?? []);
      const severity = all.map((each) => summaries.get(each)?.severity).find((each) => each != null) ?? null;
      return [
        id,
        {
          id,
          kev: own.some(({ kev }) => kev !== null),
          exploitation: own.find(({ exploitation }) => exploitation !== null)?.exploitation ?? null,
          epss: own.reduce<number | null>(
            (most, { epss }) => (epss !== null && epss > (most ?? -1) ? epss : most),
            null,
          ),
          severity,
          shown: severity === null || severity === 'none' ? null : severity,
        },
      ];
    }),
  );
}
