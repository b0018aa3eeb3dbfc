import { setTimeout as sleep } from 'node:timers/promises';
import { AlmanacError, type AnswerOf } from '@almanac/client';
import { getDossier } from '@almanac/contract';
import { formatRating } from '@almanac/core/scores';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain, plainJson } from '../output/plain-text.ts';
import type { Session } from '../session.ts';

export interface WatchOptions {
  readonly interval: number;
  readonly count?: number;
}

export type Watched = Readonly<Record<string, string>>;

/**
 * Polls with the previous ETag, so unchanged answers cost nothing. A failed round is reported and loses nothing,
 * because states are compared, not events.
 */
export async function watch(session: Session, ids: readonly string[], options: WatchOptions): Promise<ExitCode> {
  const { client, signal } = session;
  const before = new Map<string, Watched>();
  for (let round = 1; ; round += 1) {
    for (const id of ids) {
      try {
        const answer = await client.call(getDossier, { params: { id } }, { signal });
        const now = watchedOf(answer);
        for (const change of changesOf(before.get(id) ?? null, now)) tell(session, answer.canonical.id, change);
        before.set(id, now);
      } catch (error) {
        if (!(error instanceof AlmanacError) || (round === 1 && isForGood(error))) throw error;
        const next = round === options.count ? '' : `; retrying in ${options.interval} s`;
        session.err.write(`almanac: ${plain(id)}: ${plain(error.message)}${next}\n`);
      }
    }
    if (round === options.count) return before.size === ids.length ? EXIT.clean : EXIT.api;
    await sleep(options.interval * 1_000, undefined, { signal });
  }
}

/** Reports whether waiting won't help: a malformed id, an invalid key, a redirect. */
function isForGood({ status, code }: AlmanacError): boolean {
  return status === 400 || status === 401 || status === 403 || code === 'NOT_UNDERSTOOD' || code === 'ROUTE_UNKNOWN';
}

export interface WatchedChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string;
}

export function changesOf(before: Watched | null, now: Watched): WatchedChange[] {
  return Object.entries(now).flatMap(([field, to]) => {
    const from = before?.[field] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
}

function watchedOf({ canonical, agentHints }: AnswerOf<typeof getDossier>): Watched {
  const { availability, severity, cvssScore, kev, epss } = canonical;
  return {
    state: availability.replace('_', ' '),
    severity: formatRating(severity, cvssScore),
    exploited: kev === null ? 'not in the KEV catalogue' : `in the KEV catalogue since ${kev.dateAdded}`,
    epss: epss === null ? 'no score' : epss.epss.toFixed(2),
    modified: canonical.modified ?? 'unknown',
    fixes: String(agentHints.knownFixedVersions.length),
  };
}

function tell({ json, print, now, colours }: Session, id: string, { field, from, to }: WatchedChange): void {
  const at = new Date(now()).toISOString();
  if (json) return print(plainJson(JSON.stringify({ at, id, field, from, to })));
  print(
    `${colours.dim(at.slice(0, 19))}Z ${plain(id)} ${field}: ${from === null ? '' : `${plain(from)} → `}${plain(to)}`,
  );
}
