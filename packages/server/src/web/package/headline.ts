import type { Verdict } from '@almanac/contract';
import { describeNext } from '@almanac/core/advice';
import { capital, sentence } from '@almanac/core/explain';
import type { PackagePageModel } from '../../app/packages/page.ts';
import type { Headline } from '../parts/call.ts';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';

const TONES = { affected: 'bad', unknown: 'warn', not_affected: 'calm', none_known: 'calm' } as const;

const LEADS: Readonly<Record<Verdict, (subject: string) => string>> = {
  affected: (subject) => `${subject} is affected.`,
  not_affected: (subject) => `${subject} is not affected.`,
  none_known: (subject) => `No known vulnerability in ${subject}.`,
  unknown: (subject) => `Unknown whether ${subject} is affected.`,
};

/** The package itself first, then affected packages of the same name, which are never left out. */
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

/** Channels with another verdict. */
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

const MAX_NAMED = 3;

function otherAffected({ places, shown }: PackagePageModel): string {
  const affected = places.filter(({ attribute, answer }) => attribute !== shown.name && answer?.verdict === 'affected');
  const named = [...new Set(affected.map(({ attribute, version }) => `${attribute} ${version ?? ''}`.trim()))];
  if (named.length === 0) return '';
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  return `Also affected, with the same name: ${named.slice(0, MAX_NAMED).join(', ')}${more}.`;
}
