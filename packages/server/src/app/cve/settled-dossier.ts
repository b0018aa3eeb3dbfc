import type { SourceId } from '@almanac/contract';
import type { EvidenceAge } from '@almanac/core/advice';
import { type AdvisedRecords, type CveFacts, toHints } from '@almanac/core/dossier';
import { membersText } from '../json/json-parts.ts';
import type { LoadedCve } from './cve-facts.ts';
import { nixpkgsSource } from './cve-tracker.ts';
import { shownRecords } from './lookup.ts';
import { originsOf, type RecordOrigin } from './provenance.ts';

/** The dossier (spec 2.9) beside the lookup that it embeds, as far as its records settle it. Texts are JSON. */
export interface SettledDossier {
  readonly id: string;
  readonly availability: string;
  /** Members of `canonical` before the score. */
  readonly beforeScore: string;
  /** From there to the end of `quality`. */
  readonly afterScore: string;
  /** The value of `agentHints`. */
  readonly hintsAt: (age: EvidenceAge, askedLately: boolean) => string;
  readonly origins: readonly RecordOrigin[];
  /** When the newest record was stored. */
  readonly lastIngestedAt: string | null;
  /** Records as their sources wrote them. */
  readonly payloads: readonly (readonly [source: SourceId, raw: Uint8Array])[];
  /** What the tracker says; left out where no issue names the CVE. */
  readonly nixpkgs?: object | undefined;
}

export function settleDossier(knowledge: LoadedCve, advised: AdvisedRecords, isPast = false): SettledDossier {
  const { facts, records, tracker } = knowledge;
  const { canonical, quality } = advised;
  const members = Object.entries(canonical);
  const score = members.findIndex(([name]) => name === 'epss');
  const written = (from: number, to?: number) => membersText(Object.fromEntries(members.slice(from, to)));
  return {
    id: facts.id,
    availability: canonical.availability,
    beforeScore: written(0, score),
    afterScore: `,${written(score + 1)}},${membersText({ quality })}`,
    hintsAt: (age, askedLately) => JSON.stringify(toHints(advised, { age, askedLately, isPast })),
    origins: originsOf(knowledge),
    lastIngestedAt:
      records
        .map(({ observedAt }) => observedAt.toISOString())
        .toSorted()
        .at(-1) ?? null,
    payloads: shownRecords(knowledge).map(({ source, raw }) => [source, raw]),
    nixpkgs: tracker === null ? undefined : nixpkgsSource(tracker),
  };
}

/** `canonical`, `quality` and `agentHints`, as members without braces. */
export function saidText({ beforeScore, afterScore }: SettledDossier, score: CveFacts['epss'], hints: string): string {
  return `"canonical":{${beforeScore},${membersText({ epss: score })}${afterScore},"agentHints":${hints}`;
}
