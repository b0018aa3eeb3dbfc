import { SECURITY, type TrackerIssue, type TrackerPull } from '../world/tracker.ts';
import type { When } from '../world/when.ts';
import { FAMOUS_PACKAGES } from './packages.ts';
import { REPAIRS, type Repair } from './repairs.ts';

export function issuesAbout(cve: string, title: string): TrackerIssue[] {
  return REPAIRS.filter((repair) => repair.cve === cve).map((repair) => issueOf(repair, title));
}

const MADE_UP = 'This issue and its pull requests are made up for the demo.';

function issueOf(repair: Repair, title: string): TrackerIssue {
  const { number, attribute, cve, opened, closed, reason = 'completed' } = repair;
  const keeper = FAMOUS_PACKAGES.find((each) => each.attribute === attribute)?.keeper ?? 'ada';
  const body = [`${title}.`, `https://nvd.nist.gov/vuln/detail/${cve}`, MADE_UP].join('\n\n');
  const set = { title: `${attribute}: ${cve}`, body, labels: [SECURITY], assignees: [keeper], state: 'open' } as const;
  const closing = closed === undefined ? [] : [{ at: closed, set: { state: 'closed', reason } as const }];
  return { number, author: 'brook', story: [{ at: opened, set }, ...closing], pulls: pullsOf(repair) };
}

function pullsOf(repair: Repair): TrackerPull[] {
  const { number, pull, backported } = repair;
  if (pull === undefined) return [];
  const title = titleOf(repair);
  const { base = 'master', opened, merged } = pull;
  const labels = [SECURITY];
  const first = { number: number + 1, title, body: `Fixes #${number}`, base, opened, labels };
  const pulls: TrackerPull[] = [merged === undefined ? first : { ...first, merged }];
  if (backported !== undefined) {
    const release = 'release-26.05';
    const body = `Backport of #${number + 1}\n\nRelated to #${number}`;
    const dates = { opened: dayBefore(backported), merged: backported };
    pulls.push({ number: number + 2, title: `[Backport ${release}] ${title}`, body, base: release, ...dates, labels });
  }
  return pulls;
}

function titleOf({ attribute, cve, to }: Repair): string {
  const version = FAMOUS_PACKAGES.find((each) => each.attribute === attribute)?.version ?? '';
  return to === undefined ? `${attribute}: fix ${cve}` : `${attribute}: ${version} -> ${to}`;
}

function dayBefore(when: When): When {
  return 'daysAgo' in when ? { daysAgo: when.daysAgo + 1 } : when;
}
