import type { DataSelection } from '@almanac/core/matching';
import type { ChatModel } from '../platform/chat-model.ts';
import type { MeteredReader } from '../platform/connect-within.ts';
import { NO_RECEIVERS, type Receivers } from '../platform/receivers.ts';
import type { GuardedRedis } from '../platform/redis.ts';
import { type Documents, openDocuments } from '../queries/documents.ts';
import type { AlmanacDatabases } from '../store/database.ts';
import { type AccessSettings, NO_ACCESS } from './access/settings.ts';
import { type BrowserCode, openBrowserCode } from './browser-code.ts';
import { type ChangeLog, type FollowLimits, openChangeLog } from './changes/change-log.ts';
import { type Graphs, openGraphs } from './graph/graphs.ts';
import { type Guides, openGuides } from './guides/guides.ts';
import type { OpenedParts } from './packages/pack-parts.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';
import { announceSnapshot, type SnapshotNotice } from './published-snapshot.ts';
import type { ChildSettings } from './sbom/jobs.ts';
import { openSbomProcesses, type ProcessesOptions, type SbomProcesses, USUAL_PROCESSES } from './sbom/processes.ts';
import { openSourceStates, type SourceStates } from './sources/source-states.ts';
import { type Boards, openBoards } from './tracker/board.ts';

/** What a handler may use. Built once in bin/api.ts; tests pass their own. */
export interface Deps extends Given {
  /** What people reach the site under: `https://host`. */
  readonly siteUrl: string;
  /** The banner of every page: what the data is, and the operator's sentence; null: no banner. */
  readonly notice: string | null;
  /** Who is told of weaknesses of this deployment; empty: nobody said. */
  readonly securityContacts: readonly string[];
  readonly documents: Documents;
  readonly sourceStates: SourceStates;
  /** The tracker as a whole, read for all who ask in the same moment. */
  readonly boards: Boards;
  /** Changes in the order of storing, read for all who follow them. */
  readonly changes: ChangeLog;
  /** What depends on what in the collection. */
  readonly graph: Graphs;
  /** So many packages to rebuild call for the staging branch. */
  readonly stagingRebuilds: number;
  /** Where this deployment publishes snapshots, for browsers to read; null: nowhere. */
  readonly snapshot: PublishedSnapshot | null;
  /** What readers are told of them; null: there is nothing to read yet. */
  readonly announceSnapshot: () => Promise<SnapshotNotice | null>;
  /** What the scan page runs in a browser. */
  readonly browserCode: BrowserCode;
  /** The documents that the site shows. */
  readonly guides: Guides;
  /** Where bills of materials are read and examined. */
  readonly sbom: SbomProcesses;
  /** How long an answer waits for one source that is asked for what storage lacks. */
  readonly liveFetchMs: number;
  /** Live fetches that may wait for a worker; more are refused. */
  readonly liveFetchQueue: number;
  /** Writes assessments; null: they are made by rules. */
  readonly chatModel: ChatModel | null;
  readonly access: AccessSettings;
  /** Addresses that callers registered, to which changes are posted. */
  readonly receivers: Receivers;
  /** Of the request that these are for: aborted when its time is up or its caller is gone. Statements of `databases` end with it. */
  readonly signal: AbortSignal;
  /** Parts of large packs that the process has opened; undefined: it does not keep them. */
  readonly opened?: OpenedParts | undefined;
  /** Told of entries of records that are evaluated, for the budget of whoever asked. */
  readonly evaluated?: ((entries: number) => void) | undefined;
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
const STAGING_REBUILDS = 500;
const LIVE_FETCH_QUEUE = 50;

export function openDeps(
  given: Given & {
    readonly siteUrl?: string | undefined;
    readonly notice?: string | undefined;
    readonly selection?: DataSelection | null | undefined;
    readonly snapshot?: PublishedSnapshot | null | undefined;
    readonly securityContacts?: readonly string[] | undefined;
    readonly liveFetchMs?: number | undefined;
    readonly liveFetchQueue?: number | undefined;
    readonly stagingRebuilds?: number | undefined;
    readonly sbom?: Partial<ProcessesOptions> | undefined;
    readonly chatModel?: ChatModel | null;
    readonly access?: AccessSettings | undefined;
    readonly receivers?: Receivers | undefined;
    readonly follow?: FollowLimits | undefined;
  },
): Deps {
  const selection = given.selection ?? null;
  const siteUrl = given.siteUrl ?? given.baseUrl.replace(/\/api\/v1$/, '');
  const documents = openDocuments();
  const sourceStates = openSourceStates(given.databases, given.now, selection);
  return {
    ...given,
    siteUrl,
    notice: [selection?.notice, given.notice].filter((text) => text !== undefined).join(' ') || null,
    securityContacts: given.securityContacts ?? [],
    documents,
    sourceStates,
    boards: openBoards({ ...given, documents, sourceStates }),
    changes: openChangeLog(given.databases, documents, given.follow),
    graph: openGraphs(given.databases, documents, given.now),
    stagingRebuilds: given.stagingRebuilds ?? STAGING_REBUILDS,
    snapshot: given.snapshot ?? null,
    announceSnapshot: announceSnapshot(given.snapshot ?? null, given.now),
    browserCode: openBrowserCode(given.snapshot?.url ?? null),
    guides: openGuides(),
    sbom: openSbomProcesses({
      settings: {
        database: given.databases.settings,
        build: given.build.version,
        siteUrl,
        selection: toPlain(selection),
      },
      ...USUAL_PROCESSES,
      ...given.sbom,
    }),
    liveFetchMs: given.liveFetchMs ?? LIVE_FETCH_MS,
    liveFetchQueue: given.liveFetchQueue ?? LIVE_FETCH_QUEUE,
    chatModel: given.chatModel ?? null,
    access: given.access ?? NO_ACCESS,
    receivers: given.receivers ?? NO_RECEIVERS,
    signal: NEVER,
  };
}

/** Drops the function, which cannot be sent to another process. */
function toPlain(selection: DataSelection | null): ChildSettings['selection'] {
  return selection === null ? null : { notice: selection.notice, wholePackages: selection.wholePackages };
}

/** A signal that never aborts, for work outside a request. */
const NEVER = new AbortController().signal;

/** For one request: what it asks of the databases ends with it. What is read for all, such as the graph, does not. */
export function depsWithin(deps: Deps, reader: MeteredReader): Deps {
  return { ...deps, databases: deps.databases.within(reader), signal: reader.signal };
}
