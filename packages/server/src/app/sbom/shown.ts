import type { SbomComponent, SbomFinding } from '@almanac/contract';
import type { FindingDecision } from '@almanac/core/decisions';
import type { Match } from '@almanac/core/matching';
import { shortMatch } from '@almanac/core/scan';
import type { ComponentGroup } from './groups.ts';

const MOST_PLACES = 20;

export function shownComponent({ component, purl, question, all }: ComponentGroup): SbomComponent {
  const some = all.slice(0, MOST_PLACES);
  const channels = component.storePath?.channels;
  return {
    name: component.name,
    version: question.version,
    purl,
    refs: some.flatMap(({ ref }) => ref ?? []),
    places: some.map(({ place }) => place),
    occurrences: all.length,
    direct: worst(all.map(({ direct }) => direct)),
    dev: worst(
      all.map(({ dev }) => (dev === null ? null : !dev)),
      false,
    ),
    ...(channels === undefined ? {} : { channels: [...channels] }),
  };
}

/** True where one is; otherwise false where the document says so of all. */
function worst(flags: readonly (boolean | null)[], plain = true): boolean | null {
  if (flags.includes(true)) return plain;
  return flags.includes(null) ? null : !plain;
}

/** The same value: the contract's lists are open to writing. */
function shownDecision({ decision, ...found }: FindingDecision): NonNullable<SbomFinding['decision']> {
  const { aliases, versions, evidence } = decision;
  const records = evidence?.records.map((record) => ({ ...record })) ?? [];
  return {
    ...found,
    decision: {
      ...decision,
      aliases: [...aliases],
      versions: [...versions],
      evidence: evidence === null ? null : { ...evidence, records },
    },
  };
}

export function shownFinding(match: Match, decision: FindingDecision | undefined, withProof: boolean): SbomFinding {
  return {
    ...shortMatch(match),
    ...(decision === undefined ? {} : { decision: shownDecision(decision) }),
    ...(withProof ? { proof: { ...match.proof } } : {}),
  };
}
