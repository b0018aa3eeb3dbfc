import { sourceName } from '../sources/source-name.ts';
import type { ExaminedComponent, Finding } from './findings.ts';
import type { Component } from './model.ts';

/** What VEX can say of a vulnerability in a product. */
export type VexStatus = 'affected' | 'not_affected' | 'fixed' | 'under_investigation';

/** One vulnerability in one state, and the components of which it holds. */
export interface VexStatement {
  /** Null: all vulnerabilities that the evidence names, of which none could be named or excluded for these components. */
  readonly finding: Finding | null;
  readonly status: VexStatus;
  /** How it was come by, in a sentence or two. */
  readonly reason: string;
  readonly components: readonly Component[];
}

/**
 * The name under which exports speak of all known vulnerabilities at once. VEX has no word for a product as a whole, and without this
 * one a component that nobody could judge would be missing, which reads as clean.
 */
export const ALL_KNOWN = 'KNOWN-VULNERABILITIES';

export const ALL_KNOWN_WORDS =
  'Not one vulnerability: all that the evidence names at the time of this document. Used where a component is judged as a whole.';

const STATUS_OF_FINDING: Readonly<Record<Finding['status'], VexStatus>> = {
  affected: 'affected',
  possible: 'under_investigation',
  fixed_by_patch: 'fixed',
};

/**
 * What is to be said of examined components, in the order in which it first comes up: of each its findings, else its verdict as a
 * whole. `not_affected` comes from a verdict alone, and never beside a finding that is open. Of a component without any known
 * record (`none_known`) there is no statement: nobody examined it.
 */
export function vexStatements(examined: readonly ExaminedComponent[]): readonly VexStatement[] {
  const statements = new Map<string, Statement>();
  const add = (component: Component, finding: Finding | null, status: VexStatus, reason: string): void => {
    // What to do is said of what is affected alone; elsewhere another fix makes no other statement.
    const action = status === 'affected' && finding !== null ? actionOf(finding) : null;
    const key = JSON.stringify([finding?.id ?? null, status, reason, action]);
    const known = statements.get(key);
    if (known === undefined) statements.set(key, { finding, status, reason, components: [component] });
    else known.components.push(component);
  };
  for (const { component, verdict, verdictReason, findings } of examined) {
    for (const finding of findings) {
      add(component, finding, STATUS_OF_FINDING[finding.status], reasonOf(finding));
    }
    const isOpen = findings.some(({ status }) => status !== 'fixed_by_patch');
    if (verdict === 'unknown' || (verdict === 'affected' && !isOpen)) {
      add(component, null, 'under_investigation', verdictReason);
    } else if (verdict === 'not_affected' && !isOpen) {
      add(component, null, 'not_affected', verdictReason);
    }
  }
  if (statements.size > 0) return [...statements.values()];
  // OpenVEX wants at least one statement.
  const reason =
    examined.length === 0 ? 'No component was examined.' : 'No record is known of any component that was examined.';
  return [{ finding: null, status: 'under_investigation', reason, components: [] }];
}

interface Statement extends VexStatement {
  readonly components: Component[];
}

/** What to do about an open finding. */
export function actionOf({ fixedIn }: Finding): string {
  return fixedIn === null
    ? 'No fixed version is known; see the records for mitigations.'
    : `Update to ${fixedIn} or later.`;
}

function reasonOf({ status, confidence, affectedVersions, sources }: Finding): string {
  const by = sources.length === 0 ? '' : ` by ${sources.map(sourceName).join(', ')}`;
  const range = affectedVersions === null ? '' : `; affected versions${by}: ${affectedVersions}`;
  if (status === 'fixed_by_patch') return `A patch for it is applied in the package${range}.`;
  if (status === 'possible') return `A match of ${confidence} confidence, to be looked at by a person${range}.`;
  return `The version is in an affected range, with ${confidence} confidence${range}.`;
}
