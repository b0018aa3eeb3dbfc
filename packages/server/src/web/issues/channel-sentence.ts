import type { IssueDetail } from '@almanac/contract';

/** Channels that have not been checked are unknown. */
export function channelSentence({ channels, pullRequests }: Pick<IssueDetail, 'channels' | 'pullRequests'>): string {
  const named = (wanted: IssueDetail['channels'][number]['state']) =>
    channels.flatMap(({ channel, state }) => (state === wanted ? [channel] : []));
  const [has, lacks, unknown] = [named('contained'), named('lacking'), named('unknown')];
  if (has.length + lacks.length + unknown.length === 0) {
    const open = pullRequests.some(({ state, relation }) => state === 'open' && relation !== 'linked');
    return open ? 'A fix is proposed and not merged yet.' : 'No merged fix is known.';
  }
  if (lacks.length === channels.length) return 'The fix is merged, but not in a channel yet.';
  const parts = [
    ...(has.length === 0 ? [] : [`the fix is in ${listed(has)}`]),
    ...(lacks.length === 0 ? [] : [`${has.length === 0 ? 'the fix is merged, but not' : 'not'} in ${listed(lacks)}`]),
    ...(unknown.length === 0 ? [] : [`unknown for ${listed(unknown)}`]),
  ];
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
