import type { Finding } from '../sbom/findings.ts';
import type { ReportedFinding } from './model.ts';

/** Findings of a report that are one vulnerability. */
export interface MergedFinding {
  readonly ids: readonly string[];
  readonly isIgnored: boolean;
  readonly ignored: string | null;
}

/** Findings of a package that are one vulnerability, by their own ids or by those that Almanac joins. One that counts outweighs one that is ignored. */
export function mergeByAlias(theirs: readonly ReportedFinding[], ours: readonly Finding[]): MergedFinding[] {
  const keyOf = new Map<string, string>();
  for (const finding of ours)
    for (const id of idsOfFinding(finding)) keyOf.set(id.toLowerCase(), finding.id.toLowerCase());
  const merged: { readonly ids: Set<string>; ignored: string | null }[] = [];
  const places = new Map<string, number>();
  for (const { ids, ignored } of theirs) {
    const keys = ids.map((id) => keyOf.get(id.toLowerCase()) ?? id.toLowerCase());
    const at = keys.map((key) => places.get(key)).find((place) => place !== undefined) ?? merged.length;
    const before = merged[at];
    if (before === undefined) merged.push({ ids: new Set(ids), ignored });
    else {
      for (const id of ids) before.ids.add(id);
      if (ignored === null) before.ignored = null;
    }
    for (const key of keys) if (!places.has(key)) places.set(key, at);
  }
  return merged.map(({ ids, ignored }) => ({ ids: [...ids], ignored, isIgnored: ignored !== null }));
}

/** By id in lower case, the packages that the report has it for. */
export function packagesByReportedId(findings: readonly ReportedFinding[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const { ids, package: one } of findings) {
    for (const id of ids) {
      const key = id.toLowerCase();
      const known = places.get(key) ?? new Set<string>();
      known.add(one.purl ?? one.name);
      places.set(key, known);
    }
  }
  return places;
}

export function idsOfFinding({ id, aliases }: Pick<Finding, 'id' | 'aliases'>): string[] {
  return [id, ...aliases];
}
