import { expectedText, getIssues } from '@almanac/contract';
import { toPackageName } from '@almanac/core/purl';
import { channelFixes, isRiskChoice, RISK_CHOICES } from '@almanac/core/tracker';
import type { Deps } from '../../../app/deps.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { listIssuesWithRisk, type RiskList } from '../../../app/tracker/list-issues.ts';
import { RISK_SOURCES } from '../../../app/tracker/sources.ts';
import { loadChannels } from '../../../queries/channels.ts';
import { reachAsked } from '../../../queries/reach-asked.ts';
import { issuesPage, type ListedIssue } from '../../../web/issues/list-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const PAGE_SIZE = '50';
/** The order unless another is asked for. */
const BY_RISK = 'risk';

/** `/issues` for people, the riskiest first. */
export const issueList = page(
  '/issues',
  300,
  async (deps, { query }) => {
    const { severity = '', status = '', package: name = '', hasFix = '', assigned = '' } = query;
    const { risk = '', verdict = '' } = query;
    const sort = query['sort'] === BY_RISK ? '' : (query['sort'] ?? '');
    const filters = { risk, verdict, severity, status, package: toPackageName(name.trim()), hasFix, assigned, sort };
    const asked = Object.entries(filters).filter(([key, value]) => value !== '' && key !== 'risk');
    const input = getIssues.query.safeParse(
      { sort: BY_RISK, ...Object.fromEntries(asked), page: query['page'] ?? '1', limit: PAGE_SIZE },
      { error: expectedText },
    );
    const isKnownRisk = risk === '' || isRiskChoice(risk);
    if (!input.success || !isKnownRisk) {
      const complaint = isKnownRisk ? input.error?.issues[0]?.message : `risk: expected ${RISKS}`;
      const html = issuesPage(filters, null, complaint ?? 'Invalid filter.', deps.baseUrl);
      return { html, policy: PAGE_POLICY, status: 400 };
    }
    const { page: number, limit, ...question } = input.data;
    const [{ issues, ...counts }, envelopeFields] = await Promise.all([
      listIssuesWithRisk(deps, { ...question, risk: risk === '' ? null : risk }, { page: number, limit }),
      coverageOf(deps.sourceStates, RISK_SOURCES),
    ]);
    const list = { issues: await listed(deps, issues), ...counts, page: number, pageSize: limit };
    return { html: issuesPage(filters, { ...list, ...envelopeFields }, null, deps.baseUrl), policy: PAGE_POLICY };
  },
  ['risk', 'verdict', 'severity', 'status', 'package', 'hasFix', 'assigned', 'sort', 'page'],
);

const RISKS = Object.keys(RISK_CHOICES).join(', ');

/** The issues of one page, each with the channels that have its fix. */
function listed({ databases }: Pick<Deps, 'databases'>, issues: RiskList['issues']): Promise<ListedIssue[]> {
  const pulls = issues.flatMap((one) => one.pulls.map(({ pull }) => pull.number));
  return databases.readWithFallback(async (db) => {
    const [channels, asked] = await Promise.all([loadChannels(db), reachAsked(db, [...new Set(pulls)])]);
    const names = channels.map(({ name }) => name);
    return issues.map(({ issue, pulls: own, risk }) => ({ issue, risk, channels: channelFixes(own, names, asked) }));
  });
}
