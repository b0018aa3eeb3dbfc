import type { Headline } from '../parts/call.ts';
import { countWords } from '../parts/fold.ts';
import type { HomeModel } from './model.ts';

/** Why it is not known what is open. */
export const UNKNOWN_OPEN = {
  unread: 'The tracker has not been read yet: what is open is unknown.',
  late: 'The tracker could not be read in time: what is open is unknown.',
} as const;

/** The day in a sentence or two. What nobody has read or scored is unknown, and no reason to be calm. */
export function todayHeadline({ open, changed, sources }: Pick<HomeModel, 'open' | 'changed' | 'sources'>): Headline {
  const changes =
    changed.total === 0
      ? 'No change that counts was seen in the last day.'
      : `${countWords(changed.total, 'vulnerability', 'vulnerabilities')} changed in the last day.`;
  if (open === 'unread' || open === 'late') return { tone: 'plain', lead: UNKNOWN_OPEN[open], rest: changes };
  const { total, exploited, likely, unscored } = open;
  if (total === 0) return { tone: 'calm', lead: 'No tracked issue is open.', rest: changes };
  const more = exploited > 0 ? 'more ' : '';
  const others = [
    ...(likely === 0 ? [] : [`${countWords(likely, `${more}is`, `${more}are`)} likely to be.`]),
    ...(unscored === 0 ? [] : [`For ${unscored.toLocaleString('en')} the risk is unknown.`]),
    changes,
  ].join(' ');
  if (exploited > 0) {
    const [what, verb] = exploited === 1 ? ['vulnerability', 'is'] : ['vulnerabilities', 'are'];
    const lead = `${exploited.toLocaleString('en')} exploited ${what} ${verb} open in the collection.`;
    return { tone: 'bad', lead, rest: others };
  }
  if (!sources.some(({ id, state }) => id === 'kev' && state === 'ok')) {
    const lead = `Which of the ${countWords(total, 'open vulnerability', 'open vulnerabilities')} are exploited is not known.`;
    return { tone: 'warn', lead, rest: others };
  }
  const lead = `None of the ${countWords(total, 'open vulnerability', 'open vulnerabilities')} is known to be exploited.`;
  return { tone: likely > 0 || unscored > 0 ? 'warn' : 'calm', lead, rest: others };
}
