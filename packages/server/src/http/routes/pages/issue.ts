import { getIssue } from '@almanac/contract';
import { issuePage } from '../../../web/issues/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { invalidParameter } from '../../errors.ts';
import { page } from '../../page.ts';
import { wholeIssue } from '../../tracker/whole-issue.ts';

const FIVE_MINUTES = 300;

/** `/issues/:id` for people. */
export const issuePages = page('/issues/:id', FIVE_MINUTES, async (deps, { params }) => {
  const input = getIssue.params.safeParse(params);
  if (!input.success)
    throw invalidParameter('id', 'is not the number of an issue', 'Write digits alone: /issues/412345.');
  const { data: issue, beside } = await wholeIssue(deps, Number(input.data.id));
  return { html: issuePage({ issue, ...beside, baseUrl: deps.baseUrl }), policy: PAGE_POLICY };
});
