import type { Coverage, CoverageRow } from '@almanac/contract';
import { OF_COLLECTION, type ScanReason } from '@almanac/core/scan';
import { sourceName } from '@almanac/core/sources';
import { counted, instant } from '../output/words.ts';
import type { Decided } from './decided.ts';
import type { ScanRow } from './rows.ts';

export interface Gap {
  readonly words: string;
  readonly reasons: readonly ScanReason[];
  /** 0 means the whole scan. */
  readonly components: number;
}

/**
 * Lists why not everything could be checked. A component without known records is not a gap. A late source is one even
 * if no verdict requires it, because it might add findings.
 */
export function gapsOf(
  rows: readonly Pick<ScanRow, 'verdict' | 'unknownReasons'>[],
  coverage: Coverage | null,
  { asksCollection, files }: { readonly asksCollection: boolean; readonly files: number },
): Gap[] {
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  const groups = Map.groupBy(unknown, ({ unknownReasons }) => unknownReasons.join(', '));
  const doubtful = (coverage?.coverage ?? []).filter(
    ({ source, state }) =>
      (state === 'stale' || state === 'unreachable') && (asksCollection || !OF_COLLECTION.includes(source)),
  );
  return [
    ...(files === 0 ? [gap(NO_FILE, ['unreadable'])] : []),
    ...(files > 0 && rows.length === 0 ? [gap('no components found', ['unreadable'])] : []),
    ...[...groups].map(([names, all]) =>
      gap(`${all.length} of ${rows.length} could not be checked: ${names}`, all[0]?.unknownReasons ?? [], all.length),
    ),
    ...doubtful.map(({ source, state }) => gap(`${sourceName(source)} ${STATES[state]}`, ['source_stale'])),
  ];
}

/** The decision still counts, but an exploit may have overtaken it. */
export function unverifiedGap({ unverified }: Pick<Decided, 'unverified'>): Gap[] {
  if (unverified === 0) return [];
  const words = `could not check whether ${counted(unverified, 'suppressed finding')} ${unverified === 1 ? 'is' : 'are'} now exploited`;
  return [gap(words, ['source_stale'])];
}

const NO_FILE = 'no lockfile or SBOM found; pass one, or its directory';

function gap(words: string, reasons: readonly ScanReason[], components = 0): Gap {
  return { words, reasons, components };
}

const STATES: Readonly<Record<CoverageRow['state'], string>> = {
  ok: 'is up to date',
  stale: 'is out of date',
  unreachable: 'is unavailable',
  disabled: 'is disabled',
  not_configured: 'is not enabled on this server',
  not_covered: 'does not cover it',
};

export function coverageWords({ coverage, asOf }: Coverage): string {
  const when = asOf === null ? 'Some sources were never checked' : `As of ${instant(asOf)}`;
  const groups = Map.groupBy(coverage, ({ state }) => state);
  const words = [...groups].map(([state, rows]) => {
    const names = rows.map(({ source }) => sourceName(source)).join(', ');
    return `${names} ${rows.length === 1 ? STATES[state] : STATES_OF_MANY[state]}`;
  });
  return words.length === 0 ? `${when}.` : `${when}. Sources: ${words.join('; ')}.`;
}

const STATES_OF_MANY: Readonly<Record<CoverageRow['state'], string>> = {
  ok: 'are up to date',
  stale: 'are out of date',
  unreachable: 'are unavailable',
  disabled: 'are disabled',
  not_configured: 'are not enabled on this server',
  not_covered: 'do not cover it',
};
