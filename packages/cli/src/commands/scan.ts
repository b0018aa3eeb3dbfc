import path from 'node:path';
import type { Finding } from '@almanac/core/sbom';
import { evidencedEntries, isKnownExploited, mergedCoverage, type ScanReason } from '@almanac/core/scan';
import { createColors } from 'picocolors';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { FORMATS } from '../formats/all.ts';
import type { FormatName, WantedFormat } from '../formats/names.ts';
import { summary } from '../formats/table.ts';
import { saveFile } from '../output/save-file.ts';
import { count } from '../output/words.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import type { Answers } from '../scan/answers.ts';
import { cvesToAsk } from '../scan/cves-to-ask.ts';
import { decidedOf, decideRows } from '../scan/decided.ts';
import { loadDecisions } from '../scan/decision-files.ts';
import { gapsOf, unverifiedGap } from '../scan/gaps.ts';
import { givenFiles, type WhatIsScanned } from '../scan/given-files.ts';
import type { GivenFile } from '../scan/read-files.ts';
import type { ScanResult } from '../scan/result.ts';
import { countsOf, rowsOf } from '../scan/rows.ts';
import { holdAgainst, type Threshold } from '../scan/thresholds.ts';
import type { Session } from '../session.ts';

export interface ScanOptions extends WhatIsScanned {
  readonly format?: readonly WantedFormat[];
  readonly sarif?: boolean;
  readonly vex?: boolean;
  readonly cyclonedxVex?: boolean;
  readonly output?: string;
  readonly failOn?: readonly Threshold[];
  /** False: `--no-decisions`. */
  readonly decisions: boolean;
  readonly decisionsFrom?: readonly string[];
  readonly offline?: boolean;
  /** Pulls from the snapshots published there. */
  readonly snapshot?: string;
  /** Pins the snapshot's key. */
  readonly key?: string;
}

export async function scan(session: Session, paths: readonly string[], options: ScanOptions): Promise<ExitCode> {
  const wanted = wantedFormats(session, options);
  const result = await examine(session, paths, options, (given) => openAnswers(session, options, given));
  const code = exitCodeOf(result, session.allowed);
  await write(session, result, code, wanted);
  return code;
}

export async function examine(
  session: Session,
  paths: readonly string[],
  options: ScanOptions,
  answersFor: (given: readonly GivenFile[]) => Promise<Answers> = () => openApi(session),
): Promise<ScanResult> {
  const { progress, folder } = session;
  const { failOn = [], decisionsFrom: from = [], decisions: own } = options;
  const { decisions, notes } = await loadDecisions(folder, { own, from });
  progress.show('looking for files');
  const given = await givenFiles(session, paths, options);
  const answers = await answersFor(given);
  const { files, ...closures } = await answers.closures(given);
  const others = given.filter(({ closure }) => closure === undefined);
  const entries = others.flatMap(({ reading }) => reading.file?.entries ?? []);
  const evidenced = await answers.evidenced(evidencedEntries(entries));
  const asks = entries.flatMap(({ ask }) => (ask === null || evidenced.outcomes.has(ask) ? [] : ask));
  const asked = await answers.packages([...new Set(asks)], (done, all) =>
    progress.show(`${count(done)} of ${count(all)} packages checked`, done, all),
  );
  const outcomes = new Map([...evidenced.outcomes, ...asked.outcomes, ...closures.outcomes]);
  const coverage = [evidenced.coverage, closures.coverage].reduce(
    (all, one) => (one === null ? all : mergedCoverage(all, one)),
    asked.coverage,
  );
  const undecided = rowsOf(files, outcomes);
  const cves = cvesToAsk(undecided, failOn, decisions);
  const exploitation = await answers.exploitation(cves, (done, all) =>
    progress.show(`${count(done)} of ${count(all)} CVEs checked`, done, all),
  );
  progress.clear();
  const exploited = (finding: Finding) => isKnownExploited(finding, exploitation);
  const rows = decideRows(undecided, decisions, { now: session.now(), exploited });
  const decided = decidedOf(rows, decisions, notes);
  const counts = countsOf(rows);
  const asksCollection = [...outcomes.keys()].some((purl) => purl.startsWith('pkg:nix/'));
  return {
    files,
    rows,
    counts,
    coverage,
    snapshot: answers.snapshot,
    exploitation,
    thresholds: failOn,
    reached: holdAgainst(rows, failOn, exploitation),
    decided,
    gaps: [...gapsOf(rows, coverage, { asksCollection, files: files.length }), ...unverifiedGap(decided)],
  };
}

/** Prefers the named snapshot, then the named API, then a known snapshot, then the API on this machine. */
async function openAnswers(session: Session, options: ScanOptions, given: readonly GivenFile[]): Promise<Answers> {
  const { offline, snapshot } = options;
  if (offline === true && snapshot === undefined) {
    return (await import('../db/snapshot-answers.ts')).offlineAnswers(session, options);
  }
  if (snapshot === undefined && session.isApiNamed) return openApi(session);
  const answers = await (await import('../db/snapshot-answers.ts')).pulledAnswers(session, options, given);
  return answers ?? openApi(session);
}

/** Loaded on demand: loading the contract takes longer than answering from a snapshot. */
async function openApi(session: Session): Promise<Answers> {
  return (await import('../scan/ask.ts')).onlineAnswers(session);
}

/** Findings are worse than unknowns; unknowns are never clean unless all their reasons are allowed. */
export function exitCodeOf(
  { reached, gaps }: Pick<ScanResult, 'reached' | 'gaps'>,
  allowed: ReadonlySet<ScanReason>,
): ExitCode {
  if (reached.reached > 0) return EXIT.findings;
  const isUndecided = reached.undecided.length > 0 && !allowed.has('not_rated');
  return isUndecided || gaps.some(({ reasons }) => !isAllowed(reasons, allowed)) ? EXIT.unknown : EXIT.clean;
}

/** At most one format goes to standard output; the default is a table. */
export function wantedFormats(
  { json }: Pick<Session, 'json'>,
  {
    format = [],
    sarif,
    vex,
    cyclonedxVex,
    output,
  }: Pick<ScanOptions, 'format' | 'sarif' | 'vex' | 'cyclonedxVex' | 'output'>,
): readonly WantedFormat[] {
  const named: WantedFormat[] = [
    ...format,
    ...(json ? [toOutput('json')] : []),
    ...(sarif === true ? [toOutput('sarif')] : []),
    ...(vex === true ? [toOutput('openvex')] : []),
    ...(cyclonedxVex === true ? [toOutput('cyclonedx')] : []),
  ];
  const open = named.filter(({ file }) => file === null);
  if (open.length > 1) {
    const names = open.map(({ name }) => name).join(' and ');
    throw new UsageError(`${names} cannot be written to the same output.`, 'Add a file: --format sarif=found.sarif.');
  }
  if (open.length === 0 && (output !== undefined || named.length === 0)) named.push(toOutput('table'));
  return named.map((each) => ({ name: each.name, file: each.file ?? output ?? null }));
}

function toOutput(name: FormatName): WantedFormat {
  return { name, file: null };
}

async function write(
  session: Session,
  result: ScanResult,
  exitCode: ExitCode,
  wanted: readonly WantedFormat[],
): Promise<void> {
  const about = {
    timestamp: new Date(session.now()).toISOString(),
    toolVersion: session.version,
    site: new URL(session.baseUrl).origin,
    documentId: `urn:uuid:${session.uuid()}`,
  };
  for (const { name, file } of wanted) {
    const colours = file === null ? session.colours : PLAIN;
    const text = FORMATS[name].write({ result, exitCode, about, colours, width: file === null ? session.width : null });
    if (file === null) session.print(text);
    else await save(session, file, `${text}\n`);
  }
  // Readers of a file still want to see how it went.
  if (wanted.some(({ name, file }) => name === 'table' && file === null)) return;
  for (const line of summary(result, session.noteColours, session.err.columns)) session.note(line);
}

const PLAIN = createColors(false);

async function save({ folder, uuid }: Session, output: string, text: string): Promise<void> {
  await saveFile(path.resolve(folder, output), text, uuid()).catch((error: Error) => {
    throw new UsageError(`Cannot write ${output}: ${error.message}`);
  });
}
