import type { Coverage, MyPackages, MyRow } from '@almanac/contract';
import {
  compareRows,
  LIST_LIMITS,
  listQuery,
  listSentence,
  listTotals,
  readPackageList,
} from '@almanac/core/my-packages';
import { askBatches, mergedCoverage } from '@almanac/core/scan';
import { type Asking, askPatiently } from './ask-patiently.ts';

export interface ListState {
  readonly sentence: string;
  readonly rows: readonly MyRow[];
  readonly coverage: Coverage | null;
  /** Packages with a request, answered or not. */
  readonly asked: number;
}

export interface ListDeps {
  readonly post: (packages: readonly string[], signal: AbortSignal) => Promise<Response>;
  readonly sleep: Asking<Body, Body>['sleep'];
  readonly waiting: Asking<Body, Body>['waiting'];
}

interface Body extends Partial<Coverage> {
  readonly data?: Pick<MyPackages, 'rows'>;
}

/** `#packages=curl,openssl` → `['curl', 'openssl']`; null without a list. */
export function listInFragment(fragment: string): string[] | null {
  const [, text] = /^#packages=(.*)$/s.exec(fragment) ?? [];
  if (text === undefined) return null;
  try {
    return readPackageList(decodeURIComponent(text));
  } catch {
    return readPackageList(text); // a broken escape is kept as written
  }
}

/** Returns null if the list is fine. */
export function listRefusal(packages: readonly string[]): string | null {
  const most = LIST_LIMITS.client;
  if (packages.length === 0) return 'The list contains no packages.';
  if (packages.length <= most) return null;
  return `The list names ${packages.length} packages, and at most ${most} are asked about. Split it.`;
}

export function fragmentOf(packages: readonly string[]): string {
  return `#${listQuery(packages)}`;
}

/** Asks in batches and calls `changed` after each. Packages of a failed batch are unknown. */
export async function askList(
  { post, sleep, waiting }: ListDeps,
  packages: readonly string[],
  signal: AbortSignal,
  changed: (state: ListState) => void,
): Promise<void> {
  let rows: readonly MyRow[] = [];
  let coverage: Coverage | null = null;
  let asked = 0;
  for (const batch of askBatches(packages)) {
    const reply = await askPatiently<Body, Body>(
      { send: (until) => post(batch, until), read: (body) => (body.data === undefined ? null : body), sleep, waiting },
      signal,
    );
    if (reply.kind === 'failed') rows = rows.concat(batch.map((name) => failedRow(name, reply.reason)));
    else {
      const { data, coverage: states = [], asOf = null } = reply.value;
      rows = rows.concat(data?.rows ?? []);
      coverage = mergedCoverage(coverage, { coverage: states, asOf });
    }
    rows = rows.toSorted(compareRows);
    asked += batch.length;
    changed({ sentence: listSentence(listTotals(rows)), rows, coverage, asked });
  }
}

function failedRow(asked: string, reason: string): MyRow {
  return {
    asked,
    package: asked,
    ecosystem: null,
    version: null,
    channels: [],
    verdict: 'unknown',
    verdictReason: `It was not asked about: ${reason}.`,
    unknownReasons: [],
    total: 0,
    findings: [],
    fix: null,
    knownSince: null,
    rebuilds: null,
  };
}
