import type { Client } from '@almanac/client';
import { postSbom, type SbomComponent, type SbomFinding, type SbomResult } from '@almanac/contract';
import { mergedCoverage, type ScanEntry, type ScanOutcome, scanOutcome } from '@almanac/core/scan';
import type { Asked, AskedClosures } from './answers.ts';
import type { GivenFile } from './read-files.ts';
import { unresolvedEntry } from './unresolved-entry.ts';

/** Sends one request per file. */
export async function askClosures(
  client: Client,
  files: readonly GivenFile[],
  signal: AbortSignal,
): Promise<AskedClosures> {
  const outcomes = new Map<string, ScanOutcome>();
  const named: GivenFile[] = [];
  let coverage: Asked['coverage'] = null;
  for (const given of files) {
    const { closure, reading } = given;
    if (closure === undefined || reading.file === null) {
      named.push(given);
      continue;
    }
    const answer = await client.call(postSbom, { body: { sbom: closure }, query: { view: 'all' } }, { signal });
    const { findings, others = [], unresolved = [] } = answer.data;
    addOutcomes(outcomes, answer.data);
    const known = [...findings, ...others].map(({ component }) => knownEntry(component));
    const entries = [...known, ...unresolved.map(({ name, place }) => unresolvedEntry(name ?? place, place))];
    named.push({ ...given, reading: { file: { ...reading.file, entries, skipped: [] }, problem: null } });
    coverage = mergedCoverage(coverage, answer);
  }
  return { files: named, outcomes, coverage };
}

export function addOutcomes(
  outcomes: Map<string, ScanOutcome>,
  { findings, others = [] }: Pick<SbomResult, 'findings' | 'others'>,
): void {
  for (const { component, verdict, verdictReason, unknownReasons, total, findings: matches } of [
    ...findings,
    ...others.map((one) => ({ ...one, total: 0, findings: [] })),
  ]) {
    const outcome = scanOutcome({
      kind: 'answer',
      answer: { status: 'ok', verdict, verdictReason, unknownReasons, total, matches: matches.map(withRecords) },
    });
    // If two builds share a package, the one without the patch counts.
    if (outcomes.get(component.purl)?.verdict !== 'affected') outcomes.set(component.purl, outcome);
  }
}

function knownEntry({ name, version, purl, refs, places, direct, dev }: SbomComponent): ScanEntry {
  const component = { name, version, purl, ref: refs[0] ?? null, direct, dev, place: places[0] ?? '' };
  return { component, ask: purl, obstacle: null };
}

/** Adds the records, by which decisions notice changed evidence. */
function withRecords(finding: SbomFinding) {
  const evidence = (finding.proof?.['evidence'] ?? []) as readonly Evidence[];
  const records = evidence.flatMap(({ kind, source, id, sha256 }) =>
    kind === 'record' ? [{ source, id, sha256 }] : [],
  );
  return { ...finding, ...(finding.proof === undefined ? {} : { records }) };
}

interface Evidence {
  readonly kind: string;
  readonly source: string;
  readonly id: string;
  readonly sha256: string | null;
}
