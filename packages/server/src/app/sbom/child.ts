import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { expectedText, pastInstantOf, postSbomTimeTravel } from '@almanac/contract';
import { openSelection } from '@almanac/core/matching';
import type { ExportAbout } from '@almanac/core/sbom';
import { openDatabases } from '../../platform/db.ts';
import { isStorageUnavailable } from '../../platform/unavailable.ts';
import { openDocuments } from '../../queries/documents.ts';
import type { Database } from '../../store/database.ts';
import { ApiError } from '../errors.ts';
import { openMeanings } from '../judging/meanings.ts';
import { answerPull } from '../pull-requests/answer-pull.ts';
import { planQuestionIn } from '../remediation/plan-question.ts';
import { openSourceStates } from '../sources/source-states.ts';
import { EXPORTS } from './bounds.ts';
import { openChunks } from './chunks.ts';
import { givenDecisions } from './decisions.ts';
import { sentDocument } from './document-body.ts';
import { examine } from './examine.ts';
import { exportFindings } from './export.ts';
import type { ChildSettings, FromChild, Job, ToChild } from './jobs.ts';
import { readDocument } from './read-document.ts';
import { SbomRefusal } from './refusal.ts';
import { resolvePaths } from './resolve-paths.ts';
import { timeTravel } from './time-travel.ts';

/** What runs in a process of its own: one document after the other, each from its bytes to the bytes of its answer. */
if (process.send === undefined) throw new Error('this file must run in a child process');
// Whoever has started it says when it ends, and takes it along.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
const [{ settings }] = (await once(process, 'message')) as [{ settings: ChildSettings }];
const { database, build, siteUrl } = settings;
const selection =
  settings.selection === null ? null : openSelection(settings.selection.notice, settings.selection.wholePackages);

/** A third of the share of others: enough that they come first, and not so little that a busy machine starves it. */
const LOWER = 5;

try {
  // Whoever waits for a short answer comes first.
  setPriority(LOWER);
} catch {
  // Not everybody may.
}

let now = 0;
const databases = openDatabases<Database>({ ...database, max: 4, onError: () => {} });
const deps = {
  databases,
  documents: openDocuments(),
  sourceStates: openSourceStates(databases, () => now, selection),
  // Whoever has asked ends the whole process.
  signal: new AbortController().signal,
  meaning: openMeanings(),
};
let onWord: ((goOn: boolean) => void) | null = null;

process.on('message', (message: ToChild) => {
  if ('goOn' in message) onWord?.(message.goOn);
  else if ('job' in message) void work(message.job);
});
say({ kind: 'ready' });

async function work(job: Job): Promise<void> {
  try {
    const value = await answerTo(job);
    if (value !== STOPPED) say({ kind: 'done', value });
  } catch (error) {
    if (error instanceof SbomRefusal || error instanceof ApiError) {
      say({ kind: 'refused', code: error.code, message: error.message, hint: error.hint });
    } else say(failureOf(error));
  }
}

const STOPPED = Symbol('stopped');

async function answerTo(job: Job): Promise<unknown> {
  if (job.kind === 'check-pull') {
    now = job.now;
    const answered = await answerPull({ ...deps, about: { toolVersion: build, site: siteUrl } }, job, mayGoOn);
    if (answered === null) return STOPPED;
    const { type, body } = answered;
    const chunks = openChunks((bytes) => say({ kind: 'chunk', bytes }));
    chunks.add(body);
    chunks.end();
    return { type };
  }
  if (job.kind === 'plan-question') return planQuestionIn(job.bytes);
  now = job.now;
  const chunks = openChunks((bytes) => say({ kind: 'chunk', bytes }));
  const isPast = job.kind === 'time-travel';
  const { text, beside } = sentDocument(job.bytes, isPast ? ['date'] : ['decisions']);
  // Before the document is read, which may take a while.
  const moment = isPast ? { at: dateOf(beside?.get('date'), job.now), clock: job.clock } : null;
  const given = isPast ? null : givenDecisions(beside?.get('decisions'));
  const read = readDocument(text);
  if (!(await mayGoOn(read.components.length))) return STOPPED;
  const sbom = await resolvePaths(deps, read);
  if (moment !== null) await timeTravel(deps, { text, sbom, moment, now }, chunks);
  else if (job.kind === 'examine' && job.format !== 'json') {
    await exportFindings(deps, sbom, job.format, { about: aboutExport(job.now), given, now }, chunks);
    return { type: EXPORTS[job.format] };
  } else if (job.kind === 'examine') await examine(deps, { text, sbom, view: job.view, given, now }, chunks);
  return { type: EXPORTS.json };
}

function dateOf(given: unknown, latest: number): Date {
  const read = postSbomTimeTravel.body?.shape.date.safeParse(given, { error: expectedText });
  if (read?.success !== true) {
    const problem = read?.error.issues[0]?.message ?? 'it is required';
    throw new SbomRefusal('BODY_INVALID', `Member 'date': ${problem}`, 'Send { "sbom": …, "date": "2024-10-24" }.');
  }
  const at = pastInstantOf(read.data, latest);
  if (at === null) throw new SbomRefusal('BODY_INVALID', "Member 'date' is in the future", 'Use a time in the past.');
  return at;
}

function aboutExport(at: number): ExportAbout {
  return {
    documentId: `urn:uuid:${randomUUID()}`,
    site: siteUrl,
    timestamp: new Date(at).toISOString(),
    toolVersion: build,
    fileName: null,
  };
}

/** Who has sent the document knows what the caller's budget is. */
async function mayGoOn(components: number): Promise<boolean> {
  const word = new Promise<boolean>((resolve) => {
    onWord = resolve;
  });
  say({ kind: 'counted', components });
  const goOn = await word;
  onWord = null;
  return goOn;
}

function say(message: FromChild): void {
  process.send?.(message);
}

/** Where it happened, and nothing of what: messages may hold what was sent. */
function failureOf(error: unknown): FromChild {
  const { name, stack = '' } = error instanceof Error ? error : new Error('unknown');
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { kind: 'failed', storage: isStorageUnavailable(error), name, stack: [name, ...frames].join('\n') };
}
