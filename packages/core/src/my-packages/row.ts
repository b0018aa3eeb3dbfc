import type { PackageAdvice } from '../advice/model.ts';
import { compareText } from '../ids/order.ts';
import { type PackageVerdict, type UnknownReason, worstVerdict } from '../matching/decide/verdict.ts';
import type { Rating } from '../scores/rating.ts';
import { compareRisk } from '../tracker/risk.ts';
import type { NameSuggestion } from './suggest.ts';

/** A vulnerability of a package, as far as order and words depend on it. */
export interface ListedFinding {
  readonly id: string;
  readonly status: 'affected' | 'possible' | 'fixed_by_patch';
  readonly severity?: Exclude<Rating, 'none'> | undefined;
  readonly kev: boolean;
  readonly epss: number | null;
  readonly exploitation: string | null;
  readonly fixedIn?: string | undefined;
}

/** One version of a package of a list. */
export interface ListedRow {
  /** The entry of the list. */
  readonly asked: string;
  readonly package: string;
  readonly ecosystem: string | null;
  readonly version: string | null;
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly unknownReasons: readonly UnknownReason[];
  /** Worst first. */
  readonly findings: readonly ListedFinding[];
  /** Of a name that the collection does not have: what may be meant. */
  readonly suggestions?: readonly NameSuggestion[] | undefined;
  /** For an affected version; null where it was not checked what to do. */
  readonly advice?: Pick<PackageAdvice, 'sentence' | 'command'> | null | undefined;
}

/** Packages by verdict: one with several versions counts once, by its worst. */
export interface ListTotals {
  readonly packages: number;
  readonly affected: number;
  readonly unknown: number;
  readonly notAffected: number;
  readonly noneKnown: number;
}

/** `left`: packages that were not checked and have no row. */
export function listTotals(rows: readonly ListedRow[], left = 0): ListTotals {
  const packages = [...Map.groupBy(rows, ({ asked }) => asked).values()].map((own) => worstVerdict(own).verdict);
  const of = (verdict: PackageVerdict) => packages.filter((each) => each === verdict).length;
  return {
    packages: packages.length + left,
    affected: of('affected'),
    unknown: of('unknown') + left,
    notAffected: of('not_affected'),
    noneKnown: of('none_known'),
  };
}

/** What needs attention first: affected by the risk of its worst vulnerability, then what could not be checked, then the rest. */
export function compareRows(a: ListedRow, b: ListedRow): number {
  return (
    ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) ||
    compareWorst(a, b) ||
    compareText(a.package, b.package) ||
    compareText(a.version ?? '', b.version ?? '')
  );
}

const ORDER: readonly PackageVerdict[] = ['affected', 'unknown', 'none_known', 'not_affected'];

/** What affects the version before what may; each by its risk. */
export function compareFindings(a: ListedFinding, b: ListedFinding): number {
  return STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) || compareRisk(riskOf(a), riskOf(b));
}

const STATUSES: readonly ListedFinding['status'][] = ['affected', 'possible', 'fixed_by_patch'];

function compareWorst(a: ListedRow, b: ListedRow): number {
  const [worstOfA] = a.findings;
  const [worstOfB] = b.findings;
  if (a.verdict !== 'affected' || worstOfA === undefined || worstOfB === undefined) return 0;
  // By risk alone: of two with the same vulnerability the name decides.
  return worstOfA.id === worstOfB.id ? 0 : compareRisk(riskOf(worstOfA), riskOf(worstOfB));
}

function riskOf({ id, kev, exploitation, epss, severity }: ListedFinding) {
  return { id, kev, exploitation, epss, severity: severity ?? null };
}
