import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../pull-requests/cases');

/** A pull request in a file: what it shows, what is said of it, what must be found, a blank line, and the diff. */
export interface PullCase {
  readonly name: string;
  readonly title?: string;
  readonly body?: string;
  readonly base?: string;
  readonly labels: readonly string[];
  /** `rule severity CVE…`, in the order of the answer. */
  readonly finds: readonly string[];
  /** Lines of the diff that mends everything. */
  readonly mends: readonly string[];
  /** Rules whose findings have no fix. */
  readonly unmended: readonly string[];
  readonly suggestedTitle?: string;
  readonly suggestedBody?: string;
  readonly suggestedLabels: readonly string[];
  /** `package verdict`. */
  readonly verdict?: string;
  /** `400 line 12`, where the diff is none. */
  readonly status?: string;
  readonly diff: string;
}

export function pullCases(): readonly PullCase[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => caseOf(file.replace('.txt', ''), readFileSync(path.join(FOLDER, file), 'utf8')));
}

function caseOf(name: string, text: string): PullCase {
  const end = text.indexOf('\n\n');
  const members = text
    .slice(0, end)
    .split('\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const);
  const all = (key: string) => members.filter(([each]) => each === key).map(([, value]) => value);
  const one = (key: string, member: keyof PullCase) => {
    const [value] = all(key);
    return value === undefined ? {} : { [member]: value.replaceAll('\\n', '\n') };
  };
  return {
    name,
    ...one('title', 'title'),
    ...one('body', 'body'),
    ...one('base', 'base'),
    ...one('suggest-title', 'suggestedTitle'),
    ...one('suggest-body', 'suggestedBody'),
    ...one('verdict', 'verdict'),
    ...one('status', 'status'),
    labels: all('label'),
    finds: all('find'),
    mends: all('mend'),
    unmended: all('unmended'),
    suggestedLabels: all('suggest-label'),
    diff: text.slice(end + 2),
  };
}
