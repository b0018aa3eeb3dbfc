import { expectedText, getIssues } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { issueOf } from '../../../app/tracker/objects.ts';
import { selectIssues } from '../../../app/tracker/select-issues.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { issuesPage } from '../../../web/issues/list-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const PAGE_SIZE = '50';

/** `/issues` for people. */
export const issueList = page(
  '/issues',
  300,
  async ({ boards, sourceStates, baseUrl }, { query }) => {
    const { severity = '', status = '', package: name = '', hasFix = '', assigned = '', sort = '' } = query;
    const filters = { severity, status, package: name.trim(), hasFix, assigned, sort };
    const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
    const input = getIssues.query.safeParse(
      { ...asked, page: query['page'] ?? '1', limit: PAGE_SIZE },
      { error: expectedText },
    );
    if (!input.success) {
      const complaint = input.error.issues[0]?.message ?? 'Issues cannot be chosen so.';
      return { html: issuesPage(filters, null, complaint, baseUrl), policy: PAGE_POLICY, status: 400 };
    }
    const { page: number, limit, ...question } = input.data;
    const [{ issues }, envelopeFields] = await Promise.all([boards.read(), coverageOf(sourceStates, TRACKER_SOURCES)]);
    const found = selectIssues(issues, question);
    const shown = found.slice((number - 1) * limit, number * limit).map(issueOf);
    const list = { issues: shown, total: found.length, page: number, pageSize: limit };
    return { html: issuesPage(filters, { list, ...envelopeFields }, null, baseUrl), policy: PAGE_POLICY };
  },
  ['severity', 'status', 'package', 'hasFix', 'assigned', 'sort', 'page'],
);
