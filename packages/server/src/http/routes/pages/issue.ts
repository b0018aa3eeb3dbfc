import { getIssue } from '@almanac/contract';
import { invalidParameter } from '../../../app/errors.ts';
import { wholeIssue } from '../../../app/tracker/whole-issue.ts';
import { issuePage } from '../../../web/issues/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIVE_MINUTES = 300;

/** `/issues/:id` for people. */
export const issuePages = page('/issues/:id', FIVE_MINUTES, async (deps, { params }) => {
  const input = getIssue.params.safeParse(params);
  if (!input.success) throw invalidParameter('id', 'is not an issue number', 'Use only digits: /issues/412345.');
  const { data: issue, envelopeFields } = await wholeIssue(deps, Number(input.data.id));
  return { html: issuePage({ issue, ...envelopeFields, baseUrl: deps.baseUrl }), policy: PAGE_POLICY };
});
