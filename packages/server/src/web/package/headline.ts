import type { Verdict } from '@almanac/contract';
import { describeNext } from '@almanac/core/advice';
import { capital, sentence } from '@almanac/core/explain';
import type { Headline } from '../parts/call.ts';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import type { PackagePageModel } from './model.ts';

const TONES = { affected: 'bad', unknown: 'warn', not_affected: 'calm', none_known: 'calm' } as const;

const LEADS: Readonly<Record<Verdict, (subject: string) => string>> = {
  affected: (subject) => `${subject} is affected.`,
  not_affected: (subject) => `${subject} is not affected.`,
  none_known: (subject) => `No vulnerability of ${subject} is known.`,
  unknown: (subject) => `Whether ${subject} is affected is not known.`,
};

/** First the package itself; then what else goes by its name and is affected, which is never left out. */
export function packageHeadline(model: PackagePageModel): Headline {
  const { shown, answer, asked } = model;
  const others = otherAffected(model);
  const tone = TONES[answer.verdict];
  const next = answer.verdict === 'affected' ? describeNext(answer.advice ?? null) : '';
  const parts = [sentence(answer.verdictReason), next, asked === null ? elsewhere(model) : '', others];
  return {
    tone: others === '' || tone === 'bad' ? tone : 'warn',
    lead: LEADS[answer.verdict](shown.version === null ? shown.name : `${shown.name} ${shown.version}`),
    rest: parts.filter((part) => part !== '').join(' '),
  };
}

/** The channels in which the same package has another verdict. */
function elsewhere({ places, shown, answer }: PackagePageModel): string {
  const same = places.filter(({ attribute }) => attribute === shown.name);
  const groups = Map.groupBy(same, ({ answer: own }) => own?.verdict ?? 'unknown');
  return [...groups]
    .filter(([verdict]) => verdict !== answer.verdict)
    .map(([verdict, those]) => {
      const where = those.map(({ channel, version }) => `${version ?? 'an unknown version'} in ${channel}`);
      return `${capital(VERDICT_WORDS[verdict])}: ${where.join(', ')}.`;
    })
    .join(' ');
}

/** Others that are named. */
const NAMED = 3;

function otherAffected({ places, shown }: PackagePageModel): string {
  const affected = places.filter(({ attribute, answer }) => attribute !== shown.name && answer?.verdict === 'affected');
  const named = [...new Set(affected.map(({ attribute, version }) => `${attribute} ${version ?? ''}`.trim()))];
  if (named.length === 0) return '';
  const more = named.length > NAMED ? ` and ${named.length - NAMED} more` : '';
  return `Also affected, of the same name: ${named.slice(0, NAMED).join(', ')}${more}.`;
}
