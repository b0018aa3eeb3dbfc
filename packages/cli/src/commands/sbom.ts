import path from 'node:path';
import { type Coverage, type CoverageRow, postSbomTimeTravel, type SbomThenAndNow } from '@almanac/contract';
import { lockfileKindOf } from '@almanac/core/lockfiles';
import { type Component, writeCyclonedx } from '@almanac/core/sbom';
import { readScannedFile, type ScanReason } from '@almanac/core/scan';
import { sourceName } from '@almanac/core/sources';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { counted, instant } from '../output/words.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { coverageWords } from '../scan/gaps.ts';
import { isNothingOfOthers } from '../scan/own-code.ts';
import { readText } from '../scan/read-files.ts';
import type { Session } from '../session.ts';

export interface SbomOptions {
  readonly at: string;
  readonly clock?: 'known' | 'true';
}

export async function sbom(session: Session, file: string, { at, clock }: SbomOptions): Promise<ExitCode> {
  const { client, signal, progress } = session;
  const document = await documentOf(session, file);
  progress.show(`looking up ${at}`);
  const input = { body: { sbom: document, date: at }, query: clock === undefined ? {} : { clock } };
  const text = await client.text(postSbomTimeTravel, input, { signal });
  const answer = JSON.parse(text) as Answer;
  if (session.json) session.printJson(text);
  else session.print(...lines(session, file, answer));
  return exitCodeOf(answer.data, session.allowed);
}

/** Follows the verdict on that day, whatever it is now. A clean day counts only if it was observed. */
function exitCodeOf({ past, reasons, pastCoverage }: SbomThenAndNow, allowed: Session['allowed']): ExitCode {
  if (past.verdict === 'affected') return EXIT.findings;
  const isObserved = past.basis !== 'reconstructed';
  if (past.verdict !== 'unknown' && isObserved) return EXIT.clean;
  const isBehind = !isObserved || pastCoverage?.coverage.some(isLate) === true;
  const unknown = past.verdict === 'unknown' ? reasons : [];
  const why = unknown.flatMap(({ status, unknownReasons = [] }): readonly ScanReason[] =>
    status === 'skipped' ? ['no_purl'] : unknownReasons,
  );
  return isAllowed(isBehind ? [...why, 'source_stale'] : why, allowed) ? EXIT.clean : EXIT.unknown;
}

function isLate({ state }: CoverageRow): boolean {
  return state === 'stale' || state === 'unreachable';
}

type Answer = Coverage & { readonly data: SbomThenAndNow };

/** Returns an SBOM unchanged, and a lockfile as an SBOM of its components. */
async function documentOf({ folder }: Session, file: string): Promise<string | Record<string, unknown>> {
  const { text, problem } = await readText(path.resolve(folder, file));
  if (text === null) throw new UsageError(`Cannot read ${file}: ${problem}.`);
  if (lockfileKindOf(file) === null) return text;
  const reading = readScannedFile(file, text);
  if (reading.file === null) throw new UsageError(`Cannot read ${file}: ${reading.problem}.`);
  const { entries, skipped } = reading.file;
  // Components without a package URL stay in: left out, they would read as clean.
  const others = skipped
    .filter(({ reason }) => !isNothingOfOthers(reason))
    .map(({ name, place }) => nameless(name ?? place, place));
  return { ...writeCyclonedx([...entries.map(({ component }) => component), ...others]) };
}

function nameless(name: string, place: string): Component {
  return { name, place, version: null, purl: null, ref: null, direct: null, dev: null };
}

type Judged = SbomThenAndNow['components'][number];
type Finding = Judged['same'][number];

function lines(session: Session, file: string, { data, coverage, asOf }: Answer): string[] {
  const { colours, width } = session;
  const { past, now, difference, components } = data;
  const rows = components.flatMap(({ component, same, differences }) =>
    [
      ...same.map((finding) => ({ finding, since: 'same as today' })),
      ...differences.flatMap(({ past: finding, change, why, at }) =>
        finding === null ? [] : [{ finding, since: `${CHANGES[change]}: ${why.replaceAll('_', ' ')}${dayOf(at)}` }],
      ),
    ].map(({ finding, since }) => [
      { text: component.name },
      { text: component.version ?? '' },
      { text: finding.id },
      { text: finding.severity ?? 'not rated', paint: paintOf(colours, finding.severity ?? null) },
      { text: observedWords(finding, past.at) },
      { text: since },
    ]),
  );
  const left = components.reduce((sum, each) => sum + each.left, 0);
  const counts = past.components;
  return [
    `${colours.bold(plain(file))} at ${instant(past.at)}: ${past.verdict.replace('_', ' ')}${past.basis === 'reconstructed' ? ' (reconstructed from dates)' : ''}`,
    ...paragraph(session, past.verdictReason),
    `${counts.affected} affected, ${counts.notAffected} not affected, ${counts.noneKnown ?? 0} none known, ${counts.unknown} unknown, ${counts.skipped} skipped of ${counted(counts.seen, 'component')}`,
    ...(rows.length === 0 ? [] : ['', ...table(COLUMNS, rows, width, colours.dim)]),
    ...(left > 0 ? [`${counted(left, 'more finding')} not shown`] : []),
    '',
    `Now: ${now.verdict.replace('_', ' ')}; ${difference.newlyKnown} new since then, ${difference.noLonger} resolved, ${difference.changed} changed, ${difference.same} unchanged.`,
    ...paragraph(session, describePast(data)),
    ...(coverage.some(isLate) ? paragraph(session, `Today: ${coverageWords({ coverage, asOf })}`) : []),
  ];
}

function describePast({ clock, past, pastCoverage }: SbomThenAndNow): string {
  const then = pastCoverage === undefined ? '' : ` On that date: ${coverageWords(pastCoverage)}`;
  if (clock === 'known') return `Observed: only records observed by that date count.${then}`;
  if (past.basis !== 'reconstructed')
    return 'Observed: every required source and every record that counts had been read by then.';
  const late = (pastCoverage?.coverage ?? []).filter(isLate).map(({ source }) => sourceName(source));
  const unread = late.length === 0 ? '' : ` ${late.join(', ')} had not been read in time.`;
  return `Reconstructed from the sources' dates, not observed.${unread} Records count in the first version we read, which may differ from their content on that date.`;
}

function observedWords({ records }: Finding, at: string): string {
  const wasSeen = ({ firstObservedAt }: Finding['records'][number]) =>
    firstObservedAt !== null && firstObservedAt <= at;
  return records.some(wasSeen) ? 'observed' : 'reconstructed';
}

function dayOf(at: string | null): string {
  return at === null ? '' : ` on ${at.slice(0, 10)}`;
}

const CHANGES = { newly_known: 'new', no_longer: 'resolved', changed: 'changed' } as const;

const COLUMNS = [
  { head: 'Package', least: 8 },
  { head: 'Version', least: 6 },
  { head: 'Vulnerability' },
  { head: 'Severity' },
  { head: 'Evidence', mayGo: true },
  { head: 'Since', least: 12, mayGo: true },
] as const;
