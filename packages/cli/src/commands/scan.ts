import path from 'node:path';
import type { ScanReason } from '@almanac/core/scan';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plainJson } from '../output/plain-text.ts';
import { saveFile } from '../output/save-file.ts';
import { count } from '../output/words.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { askAbout } from '../scan/ask.ts';
import { exploitationOf } from '../scan/exploitation.ts';
import { findFiles } from '../scan/find-files.ts';
import { gapsOf } from '../scan/gaps.ts';
import { readFiles } from '../scan/read-files.ts';
import type { ScanResult } from '../scan/result.ts';
import { countsOf, rowsOf } from '../scan/rows.ts';
import { holdAgainst, type Threshold } from '../scan/thresholds.ts';
import { type ExportFormat, scanExport } from '../scan/write-export.ts';
import { scanJson } from '../scan/write-json.ts';
import { scanTable, summary } from '../scan/write-table.ts';
import type { Session } from '../session.ts';

export interface ScanOptions {
  readonly sarif?: boolean;
  readonly vex?: boolean;
  readonly cyclonedxVex?: boolean;
  readonly output?: string;
  readonly failOn?: readonly Threshold[];
}

export async function scan(session: Session, paths: readonly string[], options: ScanOptions): Promise<ExitCode> {
  const format = formatOf(session, options);
  const result = await examine(session, paths, options.failOn ?? []);
  const code = exitCodeOf(result, session.allowed);
  await write(session, result, code, { format, output: options.output });
  return code;
}

async function examine(session: Session, paths: readonly string[], failOn: readonly Threshold[]): Promise<ScanResult> {
  const { client, progress, signal, folder } = session;
  progress.show('looking for files');
  const found = await findFiles(folder, paths, signal);
  const files = await readFiles(folder, found, (file) => {
    signal.throwIfAborted();
    progress.show(`reading ${file}`);
  });
  const { outcomes, coverage } = await askAbout(client, files, signal, (done, all) =>
    progress.show(`${count(done)} of ${count(all)} packages asked about`, done, all),
  );
  const rows = rowsOf(files, outcomes);
  const exploitation = await exploitationOf(client, rows, failOn, signal, (done, all) =>
    progress.show(`${count(done)} of ${count(all)} CVEs asked about`, done, all),
  );
  progress.clear();
  const counts = countsOf(rows);
  const asksCollection = [...outcomes.keys()].some((purl) => purl.startsWith('pkg:nix/'));
  return {
    files,
    rows,
    counts,
    coverage,
    exploitation,
    thresholds: failOn,
    reached: holdAgainst(rows, failOn, exploitation),
    gaps: gapsOf(rows, coverage, { asksCollection, files: files.length }),
  };
}

/** What was found is worse than what is unknown; what is unknown is never clean, unless each of its reasons is allowed. */
export function exitCodeOf(
  { reached, gaps }: Pick<ScanResult, 'reached' | 'gaps'>,
  allowed: ReadonlySet<ScanReason>,
): ExitCode {
  if (reached.reached > 0) return EXIT.findings;
  const isUndecided = reached.undecided.length > 0 && !allowed.has('not_rated');
  return isUndecided || gaps.some(({ reasons }) => !isAllowed(reasons, allowed)) ? EXIT.unknown : EXIT.clean;
}

type Format = ExportFormat | 'json' | 'table';

function formatOf({ json }: Session, { sarif, vex, cyclonedxVex }: ScanOptions): Format {
  const chosen: Format[] = [
    ...(json ? (['json'] as const) : []),
    ...(sarif === true ? (['sarif'] as const) : []),
    ...(vex === true ? (['vex'] as const) : []),
    ...(cyclonedxVex === true ? (['cyclonedx-vex'] as const) : []),
  ];
  if (chosen.length < 2) return chosen[0] ?? 'table';
  throw new UsageError(`${chosen.map((each) => `--${each}`).join(' and ')} cannot be written at once.`, 'Choose one.');
}

async function write(
  session: Session,
  result: ScanResult,
  code: ExitCode,
  { format, output }: { readonly format: Format; readonly output: string | undefined },
): Promise<void> {
  const text =
    format === 'table'
      ? scanTable(result, session.colours, output === undefined ? session.width : null).join('\n')
      : plainJson(documentOf(session, result, code, format));
  if (output === undefined) session.print(text);
  else await save(session, output, `${text}\n`);
  // Whoever has the document elsewhere still wants to see how it went.
  if (format !== 'table' || output !== undefined) {
    for (const line of summary(result, session.noteColours, session.err.columns)) session.note(line);
  }
}

function documentOf(session: Session, result: ScanResult, code: ExitCode, format: ExportFormat | 'json'): string {
  const timestamp = new Date(session.now()).toISOString();
  if (format === 'json') return scanJson(result, code, timestamp);
  return scanExport(format, result.files, result.rows, {
    timestamp,
    toolVersion: session.version,
    site: new URL(session.baseUrl).origin,
    documentId: `urn:uuid:${session.uuid()}`,
  });
}

async function save({ folder, uuid }: Session, output: string, text: string): Promise<void> {
  await saveFile(path.resolve(folder, output), text, uuid()).catch((error: Error) => {
    throw new UsageError(`${output} cannot be written: ${error.message}`);
  });
}
