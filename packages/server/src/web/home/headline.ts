import { COLLECTION_NAME } from '@almanac/core/collection';
import type { HomeModel, OpenWork } from '../../app/home/page.ts';
import type { Headline } from '../parts/call.ts';
import { countWords } from '../parts/fold.ts';
import { describeUnknown } from '../parts/open-words.ts';

export const UNKNOWN_OPEN = {
  unread: 'The tracker has not been read yet, so we don’t know which issues are open.',
  late: 'The tracker could not be read in time, so we don’t know which issues are open.',
} as const;

/** The lead counts only what affects a channel's version. Unknown issues are named separately and never sound calm. */
export function todayHeadline({ open, changed, sources }: Pick<HomeModel, 'open' | 'changed' | 'sources'>): Headline {
  const changes =
    changed.total === 0
      ? 'No relevant changes in the last day.'
      : `${countWords(changed.total, 'vulnerability', 'vulnerabilities')} changed in the last day.`;
  if (open === 'unread' || open === 'late') return { tone: 'plain', lead: UNKNOWN_OPEN[open], rest: changes };
  const { affected, unknown, refuted } = open;
  if (affected.total + unknown.total + refuted.total === 0) {
    return { tone: 'calm', lead: 'No tracked issue is open.', rest: changes };
  }
  const isKevRead = sources.some(({ id, state }) => id === 'kev' && state === 'ok');
  const others = [
    ...(affected.likely === 0 ? [] : [`${countWords(affected.likely, 'more is', 'more are')} likely to be exploited.`]),
    ...(affected.unscored === 0 ? [] : [`${countWords(affected.unscored, 'more is', 'more are')} not scored.`]),
    ...describeUnknown(
      unknown.first.map(({ facts }) => facts),
      unknown.total,
    ),
    ...(refuted.total === 0
      ? []
      : [`${countWords(refuted.total, 'open issue')} can be closed: no channel carries an affected version.`]),
    changes,
  ];
  return { ...chooseLead(open, isKevRead), rest: others.join(' ') };
}

function chooseLead({ affected, unknown, packages }: OpenWork, isKevRead: boolean): Omit<Headline, 'rest'> {
  const { total, exploited, likely, unscored } = affected;
  const tracked = countWords(total, 'tracked vulnerability', 'tracked vulnerabilities');
  if (exploited > 0) {
    const what = countWords(exploited, 'exploited vulnerability affects', 'exploited vulnerabilities affect');
    return { tone: 'bad', lead: `${what} ${countWords(packages.exploited, `${COLLECTION_NAME} package`)}.` };
  }
  if (total === 0) {
    const lead = `No tracked vulnerability is known to affect ${COLLECTION_NAME}`;
    if (unknown.total === 0) return { tone: 'calm', lead: `${lead}.` };
    return { tone: 'warn', lead: `${lead}, but ${unknown.total.toLocaleString('en')} could not be judged.` };
  }
  if (!isKevRead) {
    return {
      tone: 'warn',
      lead: `We don’t know which of the ${tracked} that affect ${COLLECTION_NAME} are exploited.`,
    };
  }
  const isCalm = likely + unscored + unknown.total === 0;
  return {
    tone: isCalm ? 'calm' : 'warn',
    lead: `None of the ${tracked} that affect ${COLLECTION_NAME} is known to be exploited.`,
  };
}
