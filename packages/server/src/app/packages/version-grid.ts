import { buildVersionGrid } from '@almanac/core/matching';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { type MatchDeps, packageFacts } from './judge-packages.ts';
import type { PackagePageModel } from './page.ts';

/** A grid of more statements would take seconds. */
const MAX_ENTRIES = 1_000;

/** The versions of a package by its vulnerabilities; null where there is nothing to compare, or too much. */
export async function versionGrid(
  deps: MatchDeps,
  name: string,
  used: readonly string[],
): Promise<PackagePageModel['grid']> {
  const facts = await packageFacts(deps, { package: name, version: null }, { at: null });
  if (facts.found.length === 0 || facts.found.length > MAX_ENTRIES) return null;
  const { versions, rows, left } = buildVersionGrid(facts, used);
  if (rows.length === 0 || versions.length === 0) return null;
  const ids = rows.map(({ id }) => id);
  const summaries = await deps.databases.readWithFallback((db) => vulnerabilitySummaries(db, ids));
  return {
    versions,
    rows: rows.map(({ id, cells }) => ({ id, cells, severity: summaries.get(id)?.severity ?? null })),
    left,
  };
}
