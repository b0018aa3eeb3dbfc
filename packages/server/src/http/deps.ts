import type { ChatModel } from '../platform/chat-model.ts';
import type { GuardedRedis } from '../platform/redis.ts';
import { type Documents, openDocuments } from '../queries/documents.ts';
import type { AlmanacDatabases } from '../store/database.ts';
import { type AccessSettings, NO_ACCESS } from './access/settings.ts';
import { openSourceStates, type SourceStates } from './source-states.ts';
import { type Boards, openBoards } from './tracker/board.ts';

/** What a handler may use. Built once in bin/api.ts; tests pass their own. */
export interface Deps extends Given {
  /** What people reach the site under: `https://host`. */
  readonly siteUrl: string;
  readonly documents: Documents;
  readonly sourceStates: SourceStates;
  /** The tracker as a whole, read for all who ask in the same moment. */
  readonly boards: Boards;
  /** How long an answer waits for one source that is asked for what storage lacks. */
  readonly liveFetchMs: number;
  /** Writes assessments; null: they are made by rules. */
  readonly chatModel: ChatModel | null;
  readonly access: AccessSettings;
}

interface Given {
  readonly databases: AlmanacDatabases;
  readonly redis: GuardedRedis | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly build: Build;
  /** What callers reach the API under: `https://host/api/v1`. */
  readonly baseUrl: string;
}

export interface Build {
  readonly version: string;
  readonly commit: string | null;
  readonly startedAt: number;
}

const LIVE_FETCH_MS = 2_000;

export function openDeps(
  given: Given & {
    readonly siteUrl?: string | undefined;
    readonly liveFetchMs?: number | undefined;
    readonly chatModel?: ChatModel | null;
    readonly access?: AccessSettings | undefined;
  },
): Deps {
  return {
    ...given,
    siteUrl: given.siteUrl ?? given.baseUrl.replace(/\/api\/v1$/, ''),
    documents: openDocuments(),
    sourceStates: openSourceStates(given.databases, given.now),
    boards: openBoards(given.databases, given.now),
    liveFetchMs: given.liveFetchMs ?? LIVE_FETCH_MS,
    chatModel: given.chatModel ?? null,
    access: given.access ?? NO_ACCESS,
  };
}
