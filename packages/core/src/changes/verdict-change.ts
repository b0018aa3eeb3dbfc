import type { MatchResult } from '../matching/match-package.ts';

/** What one version of a package has to do with one vulnerability. `none`: nothing that is known is about it. */
export type Standing = 'affected' | 'possible' | 'fixed_by_patch' | 'not_affected' | 'none';

/** Why a verdict has changed; the stable words of the interface. */
export type KindOfVerdictChange = 'new' | 'range_corrected' | 'rejected' | 'fixed_in_channel';

/** What a judgement says of the vulnerability with one of these ids. */
export function standingOf({ matches, otherMatches, cleared }: MatchResult, ids: ReadonlySet<string>): Standing {
  const isMeant = ({ id, aliases }: { readonly id: string; readonly aliases: readonly string[] }) =>
    ids.has(id) || aliases.some((alias) => ids.has(alias));
  const match = matches.find(isMeant) ?? otherMatches.find(isMeant);
  if (match !== undefined) return match.status;
  return cleared.some(isMeant) ? 'not_affected' : 'none';
}

/** What moved: a record of a source, or the version that a channel of the collection has. */
type MovedBy = 'record' | 'channel';

/** The kind of a change from the one standing to the other; null where nothing that a user acts on has changed. */
export function verdictChange(
  from: Standing,
  to: Standing,
  { by, withdrawn, first }: { readonly by: MovedBy; readonly withdrawn: boolean; readonly first: boolean },
): KindOfVerdictChange | null {
  if (matters(from) === matters(to) && (!matters(from) || from === to)) return null;
  if (by === 'channel') return matters(to) ? 'new' : 'fixed_in_channel';
  if (!matters(to)) return withdrawn ? 'rejected' : 'range_corrected';
  return first && from === 'none' ? 'new' : 'range_corrected';
}

function matters(standing: Standing): boolean {
  return standing === 'affected' || standing === 'possible';
}
