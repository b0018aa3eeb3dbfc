import { postPurls } from '@almanac/contract';
import type { Snapshot } from '@almanac/offline';
import { type Call, Unaskable } from './call.ts';

/** Answers from a snapshot. Opens it again after it expired or was refused. */
export function offlineCall(open: () => Promise<Snapshot>): Call {
  let opened: Promise<Snapshot> | null = null;
  const call = async ({ id }: { readonly id: string }, input: { readonly body?: unknown }) => {
    if (id !== postPurls.id)
      throw new Unaskable('A snapshot does not answer this', 'Ask an API: start without --offline.');
    const { purls } = input.body as { readonly purls: readonly string[] };
    opened ??= open();
    const mine = opened;
    try {
      const snapshot = await mine;
      const answers = await snapshot.judgeAll(purls);
      const results = purls.map((purl) => answers.get(purl) ?? notPulled(purl));
      const { notice } = snapshot.info;
      return { success: true, data: { results }, ...snapshot.coverage, ...(notice === null ? {} : { notice }) };
    } catch (error) {
      if (opened === mine) opened = null;
      throw asRefusal(error);
    }
  };
  return call as unknown as Call;
}

function notPulled(purl: string) {
  const verdictReason = 'The part of the snapshot that may have it was not pulled.';
  return {
    purl,
    status: 'ok',
    verdict: 'unknown',
    verdictReason,
    unknownReasons: ['not_covered'],
    total: 0,
    matches: [],
  };
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'SnapshotProblem') return error;
  return Object.assign(error, { status: null, hint: 'Nothing was checked: treat every package as unknown.' });
}
