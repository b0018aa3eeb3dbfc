import { type Basis, pastInstantOf } from '@almanac/contract';
import { REQUIRED_SOURCES, type VerdictAnswer } from '@almanac/core/matching';
import type { Moment } from '../queries/affected-valid-at.ts';
import { invalidParameter } from './errors.ts';
import type { SourceStates } from './sources/source-states.ts';

/** The instant that a parameter asks about; the future is refused. */
export function pastInstant(name: string, text: string, now: number): Date {
  const at = pastInstantOf(text, now);
  if (at === null) throw invalidParameter(name, 'lies in the future', 'Give a time up to now.');
  return at;
}

/** Reports whether the sources that packages of these kinds need were up to date at an instant: only then was it observed that no record exists. */
export async function wereSourcesRead(
  states: SourceStates,
  at: Date,
  kinds: ReadonlySet<(typeof REQUIRED_SOURCES)[number]['id']>,
): Promise<boolean> {
  const then = await states.readAt(at);
  return REQUIRED_SOURCES.filter(({ id }) => kinds.has(id)).every(({ sources }) =>
    sources.every((source) => then.get(source)?.state === 'ok'),
  );
}

/** The basis of verdicts at a moment. By our own clock nothing counts but what was observed. */
export function basisOf({ clock }: Moment, observed: { readonly records: boolean; readonly sources: boolean }): Basis {
  return clock === 'known' || (observed.records && observed.sources) ? 'observed' : 'reconstructed';
}

/** Why a verdict about a past moment is what it is. Where no source had been read by then, none can have been up to date. */
export function describeThen({ verdict, verdictReason }: Omit<VerdictAnswer, 'unknownReasons'>, basis: Basis): string {
  const isClean = verdict === 'none_known' || verdict === 'not_affected';
  return isClean && basis === 'reconstructed'
    ? 'Reconstructed: no record that its source dates up to then applies.'
    : verdictReason;
}
