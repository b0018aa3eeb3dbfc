import type { FixClaim, PullText } from '../claims.ts';
import type { ChangeFacts } from '../facts.ts';
import type { FindingLevel, PullFinding } from '../finding.ts';
import type { PackageChange } from '../model.ts';

/** Everything that a rule is given. It asks nobody else. */
export interface RuleInput {
  readonly text: PullText;
  /** What the text says is fixed, and every CVE that it names. */
  readonly claims: readonly FixClaim[];
  readonly named: ReadonlySet<string>;
  readonly change: PackageChange;
  /** All changes of the diff, this one among them, and those that change a version. */
  readonly changes: readonly PackageChange[];
  readonly bumped: readonly PackageChange[];
  /** Null where the package was not looked up: then rules that need to know are silent, and a note says so. */
  readonly facts: ChangeFacts | null;
}

export interface PullRule {
  /** Stable: people switch rules off by it. */
  readonly id: string;
  /** The worst that it says. */
  readonly severity: FindingLevel;
  /** What it finds, in a few words. */
  readonly summary: string;
  readonly bad: string;
  readonly good: string;
  check(input: RuleInput): PullFinding[];
}

/** Findings of one rule about one package; a giant has hundreds of CVEs. */
export const MAX_FINDINGS = 20;
