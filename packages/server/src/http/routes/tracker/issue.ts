import { getIssue } from '@almanac/contract';
import { route } from '../../route.ts';
import { wholeIssue } from '../../tracker/whole-issue.ts';

export const issue = route(getIssue, (deps, { params: { id } }) => wholeIssue(deps, Number(id)));
