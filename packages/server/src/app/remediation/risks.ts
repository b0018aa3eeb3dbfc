import type { Severity } from '@almanac/contract';
import { mergedRisk } from '@almanac/core/scan';
import type { RiskFacts } from '@almanac/core/tracker';
import { type CveRiskRow, cveRisks } from '../../queries/cve-risks.ts';
import type { Db } from '../../store/database.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import type { MadePlan } from './made-plan.ts';

export interface FindingRisk extends RiskFacts {
  readonly shown: Severity | null;
}

type Named = { readonly id: string; readonly aliases: readonly string[] };

/** How bad each finding of the plans is, by its id: severity and what is known of its exploitation, for all of them at once. */
export async function risksOf(db: Db, plans: readonly MadePlan[]): Promise<ReadonlyMap<string, FindingRisk>> {
  const { findings, ids } = findingsOf(plans);
  const summaries = await vulnerabilitySummaries(db, ids);
  const rows = await cveRisks(
    db,
    ids.filter((id) => id.startsWith('CVE-')),
  );
  const byCve = new Map(rows.map((row) => [row.id, row]));
  const risks = findings.map((finding) => riskOf(finding, byCve, summaries));
  return new Map(risks.map((risk) => [risk.id, risk]));
}

/** Each finding once, and all ids by which they go. */
function findingsOf(plans: readonly MadePlan[]): {
  readonly findings: readonly Named[];
  readonly ids: readonly string[];
} {
  const findings = new Map<string, Named>();
  const ids = new Set<string>();
  for (const { plan } of plans) {
    for (const finding of [...plan.clears, ...plan.stays]) {
      if (findings.has(finding.id)) continue;
      findings.set(finding.id, finding);
      for (const id of [finding.id, ...finding.aliases]) ids.add(id);
    }
  }
  return { findings: [...findings.values()], ids: [...ids] };
}

function riskOf(
  { id, aliases }: Named,
  byCve: ReadonlyMap<string, CveRiskRow>,
  summaries: ReadonlyMap<string, VulnerabilitySummary>,
): FindingRisk {
  const all = [id, ...aliases];
  const own = all.flatMap((each) => byCve.get(each) ?? []);
  const severity = all.map((each) => summaries.get(each)?.severity).find((each) => each != null) ?? null;
  return {
    id,
    ...mergedRisk(own),
    severity,
    shown: severity === null || severity === 'none' ? null : severity,
  };
}
