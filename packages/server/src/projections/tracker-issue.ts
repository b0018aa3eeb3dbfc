import { issueCves, issuePackages, isTracked, type LabelSeverity, severityOfLabels } from '@almanac/core/tracker';
import type { Fields } from './fields.ts';

export interface IssueRow {
  readonly collection: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly state_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  readonly labels: readonly IssueLabel[];
  readonly assignees: readonly string[];
  readonly cves: readonly string[];
  readonly related_cves: readonly string[];
  readonly packages: readonly string[];
  readonly label_severity: LabelSeverity | null;
  readonly tracked: boolean;
}

interface IssueLabel {
  readonly name: string;
  readonly color: string;
}

const MAX_TITLE = 1_000;
const MAX_BODY = 100_000;
const MAX_NAME = 200;
const MAX_LABELS = 100;

/** Null if the issue is gone, or belongs to another repository. */
export function issueRow(read: Fields, value: unknown, number: number): Omit<IssueRow, 'collection'> | null {
  const member = (name: string) => read.member(value, name);
  const [created_at, updated_at] = [read.instant(member('created_at')), read.instant(member('updated_at'))];
  if (member('number') !== number || created_at === null || updated_at === null) return null;
  const title = read.text(member('title'), MAX_TITLE) ?? '';
  const body = read.text(member('body'), MAX_BODY);
  const state = read.text(member('state'), MAX_NAME) === 'closed' ? 'closed' : 'open';
  const labels = readLabels(read, member('labels'));
  const names = labels.map(({ name }) => name);
  const { cves, relatedCves } = issueCves(title, body);
  return {
    number,
    title,
    url: read.link(member('html_url')) ?? `https://github.com/NixOS/nixpkgs/issues/${number}`,
    state,
    state_reason: read.text(member('state_reason'), MAX_NAME),
    created_at,
    updated_at,
    closed_at: state === 'closed' ? read.instant(member('closed_at')) : null,
    labels,
    assignees: read
      .list(member('assignees'))
      .slice(0, MAX_LABELS)
      .flatMap((each) => read.text(read.member(each, 'login'), MAX_NAME) ?? []),
    cves,
    related_cves: relatedCves,
    packages: issuePackages(title, body),
    label_severity: severityOfLabels(names),
    tracked: isTracked(names, title, body),
  };
}

function readLabels(read: Fields, value: unknown): IssueLabel[] {
  return read
    .list(value)
    .slice(0, MAX_LABELS)
    .flatMap((label) => {
      const name = read.text(typeof label === 'string' ? label : read.member(label, 'name'), MAX_NAME);
      if (name === null) return [];
      return [{ name, color: read.text(read.member(label, 'color'), MAX_NAME) ?? '' }];
    });
}
