import { lookupForm } from '../collection/lookup-names.ts';
import { UNKNOWN_REASONS, type UnknownReason, type VerdictAnswer, worstVerdict } from '../matching/decide/verdict.ts';

/** The verdict about one CVE and the version of a package that a channel carries. */
export interface ChannelVerdict extends Pick<VerdictAnswer, 'verdict' | 'unknownReasons'> {
  readonly attribute: string;
  readonly channel: string;
  readonly version: string | null;
}

/** Every channel verdict about one CVE. */
export interface JudgedCve {
  /** The packages that issues about the CVE named when it was judged. */
  readonly names: readonly string[];
  readonly places: readonly ChannelVerdict[];
  /** False if more packages may be concerned than were judged. */
  readonly complete: boolean;
}

export const OPEN_VERDICTS = ['affected', 'unknown', 'not_affected'] as const;

/** Whether a channel still carries an affected version, for an open issue or for a CVE with open issues. */
export interface OpenVerdict {
  readonly verdict: (typeof OPEN_VERDICTS)[number];
  /** Empty unless the verdict is `unknown`. */
  readonly unknownReasons: readonly (UnknownReason | 'not_judged')[];
  /** The CVEs that affect a version in a channel. */
  readonly affectedBy: readonly string[];
  /** The CVEs that may. */
  readonly undecided: readonly string[];
  /** The places that decide: the affected ones, else the undecided ones, else all that were judged. */
  readonly places: readonly ChannelVerdict[];
}

/**
 * Judges an open issue by the verdicts of the CVEs that it is about.
 *
 * One affected package in any channel makes it `affected`. Otherwise the packages that the issue names decide, so that a namesake that may
 * be meant does not keep it open; if the channels carry none of them, every package of the CVEs decides. A CVE that was not judged yet, or
 * not for a package that the issue names, is `unknown`.
 */
export function judgeOpen(
  cves: readonly string[],
  packages: readonly string[],
  judged: ReadonlyMap<string, JudgedCve>,
): OpenVerdict {
  const named = new Set(packages.map(lookupForm));
  const each = cves.map((cve) => ({ cve, ...judgeCve(judged.get(cve), named) }));
  const withVerdict = (verdict: OpenVerdict['verdict']) => each.filter((one) => one.verdict === verdict);
  const [affected, unknown] = [withVerdict('affected'), withVerdict('unknown')];
  const verdict =
    affected.length > 0 ? 'affected' : unknown.length > 0 || each.length === 0 ? 'unknown' : 'not_affected';
  const reasons = new Set(verdict === 'unknown' ? unknown.flatMap(({ unknownReasons }) => unknownReasons) : []);
  return {
    verdict,
    unknownReasons: REASONS.filter((reason) => reasons.has(reason)),
    affectedBy: affected.map(({ cve }) => cve),
    undecided: unknown.map(({ cve }) => cve),
    places: withVerdict(verdict).flatMap(({ places }) => places),
  };
}

const REASONS = [...UNKNOWN_REASONS.map(([id]) => id), 'not_judged'] as const;

type JudgedAlone = Pick<OpenVerdict, 'verdict' | 'unknownReasons' | 'places'>;

function judgeCve(judged: JudgedCve | undefined, named: ReadonlySet<string>): JudgedAlone {
  if (judged === undefined) return NOT_JUDGED;
  const { names, places, complete } = judged;
  const affected = places.filter(({ verdict }) => verdict === 'affected');
  if (affected.length > 0) return { verdict: 'affected', unknownReasons: [], places: affected };
  const known = new Set(names.map(lookupForm));
  if ([...named].some((name) => !known.has(name))) return NOT_JUDGED;
  const own = places.filter(({ attribute }) => named.has(lookupForm(attribute)));
  const deciding = own.length > 0 ? own : places;
  const { verdict, unknownReasons } = worstVerdict(deciding);
  if (verdict === 'not_affected' && complete) return { verdict, unknownReasons: [], places: deciding };
  return {
    verdict: 'unknown',
    unknownReasons: verdict === 'unknown' ? unknownReasons : ['limit_reached'],
    places: deciding.filter((place) => place.verdict === 'unknown'),
  };
}

const NOT_JUDGED: JudgedAlone = { verdict: 'unknown', unknownReasons: ['not_judged'], places: [] };

/** Orders channel verdicts so that those that can decide an issue come first: affected ones, then those of a package that an issue names. */
export function compareDeciding(names: readonly string[]): (a: ChannelVerdict, b: ChannelVerdict) => number {
  const named = new Set(names.map(lookupForm));
  const rank = ({ attribute, verdict }: ChannelVerdict) =>
    verdict === 'affected' ? 0 : (named.has(lookupForm(attribute)) ? 1 : 3) + Number(verdict !== 'unknown');
  return (a, b) => rank(a) - rank(b);
}
