import { expectedText, getIssues } from '@almanac/contract';
import { channelFixes } from '@almanac/core/tracker';
import type { Deps } from '../../../app/deps.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import {
  compareIssueRisk,
  hasRisk,
  isRiskChoice,
  RISK_CHOICES,
  type RiskedIssue,
  withRisks,
} from '../../../app/tracker/by-risk.ts';
import { issueOf } from '../../../app/tracker/objects.ts';
import { trackedRisks } from '../../../app/tracker/risks.ts';
import { selectIssues } from '../../../app/tracker/select-issues.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { loadChannels } from '../../../queries/channels.ts';
import { reachAsked } from '../../../queries/reach-asked.ts';
import { issuesPage, type ListedIssue } from '../../../web/issues/list-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const PAGE_SIZE = '50';
/** The order unless another is asked for. The API does not have it. */
const BY_RISK = 'risk';

/** `/issues` for people, the riskiest first. */
export const issueList = page(
  '/issues',
  300,
  async (deps, { query }) => {
    const { severity = '', status = '', package: name = '', hasFix = '', assigned = '', risk = '' } = query;
    const sort = query['sort'] === BY_RISK ? '' : (query['sort'] ?? '');
    const filters = { risk, severity, status, package: name.trim(), hasFix, assigned, sort };
    const asked = Object.entries(filters).filter(([key, value]) => value !== '' && key !== 'risk');
    const input = getIssues.query.safeParse(
      { ...Object.fromEntries(asked), page: query['page'] ?? '1', limit: PAGE_SIZE },
      { error: expectedText },
    );
    const isKnownRisk = risk === '' || isRiskChoice(risk);
    if (!input.success || !isKnownRisk) {
      const complaint = isKnownRisk ? input.error?.issues[0]?.message : `risk: expected ${RISKS}`;
      const html = issuesPage(filters, null, complaint ?? 'Issues cannot be chosen so.', deps.baseUrl);
      return { html, policy: PAGE_POLICY, status: 400 };
    }
    const { page: number, limit, ...question } = input.data;
    const [{ issues }, risks, envelopeFields] = await Promise.all([
      deps.boards.read(),
      trackedRisks(deps),
      coverageOf(deps.sourceStates, [...TRACKER_SOURCES, 'epss', 'kev']),
    ]);
    const found = withRisks(selectIssues(issues, question), risks).filter((each) => risk === '' || hasRisk(each, risk));
    const ordered = sort === '' ? found.toSorted(compareIssueRisk) : found;
    const list = {
      issues: await listed(deps, ordered.slice((number - 1) * limit, number * limit)),
      total: found.length,
      exploited: found.filter((each) => each.judged.issue.state === 'open' && hasRisk(each, 'exploited')).length,
      page: number,
      pageSize: limit,
    };
    return { html: issuesPage(filters, { ...list, ...envelopeFields }, null, deps.baseUrl), policy: PAGE_POLICY };
  },
  ['risk', 'severity', 'status', 'package', 'hasFix', 'assigned', 'sort', 'page'],
);

const RISKS = Object.keys(RISK_CHOICES).join(', ');

/** The issues of one page, each with the channels that have its fix. */
function listed({ databases }: Pick<Deps, 'databases'>, issues: readonly RiskedIssue[]): Promise<ListedIssue[]> {
  const pulls = issues.flatMap(({ judged }) => judged.pulls.map(({ pull }) => pull.number));
  return databases.readWithFallback(async (db) => {
    const [channels, asked] = await Promise.all([loadChannels(db), reachAsked(db, [...new Set(pulls)])]);
    const names = channels.map(({ name }) => name);
    return issues.map(({ judged, risk }) => ({
      issue: issueOf(judged),
      risk,
      channels: channelFixes(judged.pulls, names, asked),
    }));
  });
}
