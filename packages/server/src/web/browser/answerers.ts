import type { RemediationResult } from '@almanac/contract';
import type { KnownExploitation } from '@almanac/core/scan';
import { type AskPackages, askAll } from './ask.ts';
import type { Service } from './service.ts';
import type { SnapshotClient } from './snapshot-client.ts';
import type { Refusal } from './snapshot-messages.ts';
import { proofElement } from './view-proof.ts';
import { wait } from './wait.ts';

export interface Answerer {
  readonly ask: AskPackages;
  /** Omits CVEs about which nothing is known. */
  exploitation(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, KnownExploitation>>;
  proof(purl: string): Promise<HTMLElement>;
  /** Returns the smallest upgrades that clear the known findings. Null if this answerer has no plans. */
  readonly plan: ((purls: readonly string[], signal: AbortSignal) => Promise<RemediationResult>) | null;
}

export function byService(service: Service): Answerer {
  return {
    ask: (purls, signal, tell) =>
      askAll({ post: (some, until) => service.post(some, until), sleep: wait }, purls, signal, tell),
    exploitation: (ids, signal) => service.exploitation(ids, signal),
    proof: (purl) => service.proof(purl),
    plan: (purls, signal) => service.plan(purls, signal),
  };
}

/** Asks about all packages at once: if part of a snapshot is refused, none of it may be used. */
export function bySnapshot(client: SnapshotClient): Answerer {
  return {
    async ask(purls, signal, tell) {
      if (purls.length === 0) return;
      tell({ kind: 'asked', purls });
      const reply = await client.ask(purls, signal);
      if ('refusal' in reply) tell({ kind: 'failed', purls, reason: reasonOf(reply.refusal) });
      else tell({ kind: 'answered', answers: reply.answers, coverage: reply.coverage });
    },
    exploitation: (ids, signal) => client.exploitation(ids, signal),
    async proof(purl) {
      return proofElement({ ...(await client.proof(purl)), evaluated: null, address: null });
    },
    plan: null,
  };
}

function reasonOf({ code, message }: Refusal): string {
  return code === null ? message : `the snapshot could not be used (${code})`;
}
