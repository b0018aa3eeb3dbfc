import { getIssue } from '@almanac/contract';
import { wholeIssue } from '../../../app/tracker/whole-issue.ts';
import { route } from '../../route.ts';

export const issue = route(getIssue, (deps, { params: { id } }) => wholeIssue(deps, Number(id)));
