import type { Branch } from './commits.ts';
import type { Timeline } from './timeline.ts';
import type { When } from './when.ts';

export interface TrackerIssue {
  readonly number: number;
  /** Null if the account was deleted. */
  readonly author: string | null;
  readonly story: Timeline<IssueState>;
  readonly pulls?: readonly TrackerPull[];
  /** Timeline mentions other than this repository's pull requests. */
  readonly mentions?: readonly Mention[];
}

export interface IssueState {
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly TrackerLabel[];
  readonly state: 'open' | 'closed';
  readonly reason?: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  readonly assignees?: readonly string[];
  readonly comments?: number;
  /** The repository no longer has it. */
  readonly gone?: 'deleted' | 'transferred';
}

/** The schema also allows a plain name. */
export type TrackerLabel = string | { readonly name: string; readonly color: string };

export interface TrackerPull {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly base: Branch;
  readonly opened: When;
  readonly merged?: When;
  /** Closed without being merged. */
  readonly rejected?: When;
  readonly labels?: readonly TrackerLabel[];
  /** When it mentioned the issue; by default when it was opened. */
  readonly mentioned?: When;
}

export interface Mention {
  readonly at: When;
  readonly from: 'fork' | 'elsewhere' | 'issue';
}

export const SECURITY: TrackerLabel = { name: '1.severity: security', color: 'e11d21' };

/** The body of issues opened by the security tracker. */
export function trackerBody(cve: string, description: string, packages: readonly string[]): string {
  return [
    `- [${cve}](https://nvd.nist.gov/vuln/detail/${cve})`,
    `- [Nixpkgs security tracker issue](https://tracker.example/issues/NIXPKGS-2026-${cve.slice(-4)})`,
    '',
    '## Description',
    '',
    description,
    '',
    '<details>',
    '<summary>Affected packages</summary>',
    '',
    ...packages.map((line) => `- \`${line}\``),
    '',
    '</details>',
    '',
    'cc @ada @brook',
  ].join('\n');
}
