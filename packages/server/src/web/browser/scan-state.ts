import type { Coverage } from '@almanac/contract';
import {
  mergedCoverage,
  PENDING_OUTCOME,
  type ScannedReading,
  type ScanOutcome,
  type ScanReply,
  scanOutcome,
  unaskedOutcome,
} from '@almanac/core/scan';
import { type AskDeps, type AskEvent, askAll } from './ask.ts';
import type { Row } from './select-rows.ts';

/** A file that was given, read or not. */
export interface GivenFile {
  readonly name: string;
  readonly size: number;
  /** Null: not read yet. */
  readonly result: ScannedReading | null;
}

export interface ScanState {
  readonly phase: 'idle' | 'reading' | 'asking' | 'waiting' | 'stopped' | 'done';
  readonly files: readonly GivenFile[];
  /** Every component of every file, in order. */
  readonly rows: readonly Row[];
  /** Purls: all different ones, those sent, those answered, and those that may be asked about again. */
  readonly purls: { readonly all: number; readonly asked: number; readonly answered: number; readonly failed: number };
  readonly waiting: { readonly seconds: number; readonly why: 'limit' | 'busy' } | null;
  readonly coverage: Coverage | null;
}

export interface Scan {
  readonly state: ScanState;
  /** Reads files and asks about what is in them; files given while that is under way are taken up after it. */
  add(files: readonly File[]): void;
  /** Ends what is under way. Whatever was not answered is unknown. */
  stop(): void;
  /** Asks again about what failed or was stopped. */
  retry(): void;
  clear(): void;
}

export interface ScanDeps extends AskDeps {
  readonly read: (file: File, signal: AbortSignal) => Promise<ScannedReading>;
  readonly changed: (state: ScanState) => void;
}

export function openScan(deps: ScanDeps): Scan {
  let files: (GivenFile & { readonly file: File })[] = [];
  /** All different purls of the files, in order. */
  let different: readonly string[] = [];
  let replies = new Map<string, { readonly kind: ScanReply['kind']; readonly outcome: ScanOutcome }>();
  let asked = new Set<string>();
  let coverage: Coverage | null = null;
  let running: AbortController | null = null;
  let state = stateOf('idle', null);

  return {
    get state() {
      return state;
    },
    add(given) {
      files = [...files, ...given.map((file) => ({ name: file.name, size: file.size, file, result: null }))];
      if (running === null) void run();
    },
    stop() {
      running?.abort();
    },
    retry() {
      replies = new Map([...replies].filter(([, { kind }]) => kind === 'answer'));
      if (running === null) void run();
    },
    clear() {
      running?.abort();
      running = null;
      files = [];
      different = [];
      replies = new Map();
      asked = new Set();
      coverage = null;
      become('idle');
    },
  };

  function become(phase: ScanState['phase'], waiting: ScanState['waiting'] = null): void {
    state = stateOf(phase, waiting);
    deps.changed(state);
  }

  async function run(): Promise<void> {
    const mine = new AbortController();
    const { signal } = mine;
    running = mine;
    try {
      while (files.some(({ result }) => result === null) || unanswered().length > 0) {
        await readAll(signal);
        become('asking');
        await askAll(deps, unanswered(), signal, (event) => {
          if (!signal.aborted) take(event);
        });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // Cleared meanwhile: whatever comes now is of another scan.
      if (running === mine) {
        running = null;
        if (signal.aborted) giveUp();
        become(signal.aborted ? 'stopped' : 'done');
      }
    }
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    for (const given of files) {
      if (given.result !== null) continue;
      become('reading');
      const result = await deps.read(given.file, signal).catch((error: unknown): ScannedReading => {
        if (signal.aborted) throw error;
        return { file: null, problem: `The file could not be read: ${String(error)}` };
      });
      signal.throwIfAborted();
      files = files.map((each) => (each === given ? { ...given, result } : each));
      const purls = result.file?.entries.map(({ ask }) => ask) ?? [];
      different = [...new Set([...different, ...purls.filter((purl) => purl !== null)])];
    }
  }

  function take(event: AskEvent): void {
    if (event.kind === 'waiting') return become('waiting', event);
    if (event.kind === 'asked') for (const purl of event.purls) asked.add(purl);
    if (event.kind === 'failed') {
      for (const purl of event.purls) reply(purl, { kind: 'failed', reason: event.reason });
    }
    if (event.kind === 'answered') {
      for (const answer of event.answers) reply(answer.purl, { kind: 'answer', answer });
      coverage = mergedCoverage(coverage, event.coverage);
    }
    become('asking');
  }

  function giveUp(): void {
    files = files.map((each) => ({
      ...each,
      result: each.result ?? { file: null, problem: 'It was not read: the scan was stopped.' },
    }));
    for (const purl of unanswered()) reply(purl, { kind: 'cancelled' });
  }

  /** Read once, however many components have the purl. */
  function reply(purl: string, came: ScanReply): void {
    replies.set(purl, { kind: came.kind, outcome: scanOutcome(came) });
  }

  function unanswered(): string[] {
    return different.filter((purl) => !replies.has(purl));
  }

  function stateOf(phase: ScanState['phase'], waiting: ScanState['waiting']): ScanState {
    const rows: Row[] = [];
    for (const { name, result } of files) {
      for (const entry of result?.file?.entries ?? []) {
        const { component, ask } = entry;
        const outcome = ask === null ? unaskedOutcome(entry) : (replies.get(ask)?.outcome ?? PENDING_OUTCOME);
        rows.push({ file: name, place: rows.length, component, ask, outcome });
      }
    }
    let answered = 0;
    for (const { kind } of replies.values()) if (kind === 'answer') answered += 1;
    const purls = { all: different.length, asked: asked.size, answered, failed: replies.size - answered };
    return { phase, files, rows, purls, waiting, coverage };
  }
}
