import type { Coverage } from '@almanac/contract';
import type { Component } from '@almanac/core/sbom';
import { PENDING_OUTCOME, type ScannedReading, type ScanOutcome, unaskedOutcome } from '@almanac/core/scan';
import type { AskEvent, AskPackages } from './ask.ts';
import { openQuestions, type QuestionCounts, type Questions } from './questions.ts';
import type { Row } from './select-rows.ts';

export interface GivenFile {
  readonly name: string;
  readonly size: number;
  /** Null until the file has been read. */
  readonly result: ScannedReading | null;
}

export interface ScanState {
  readonly phase: 'idle' | 'reading' | 'asking' | 'waiting' | 'stopped' | 'done';
  readonly files: readonly GivenFile[];
  readonly rows: readonly Row[];
  readonly purls: QuestionCounts;
  readonly waiting: { readonly seconds: number; readonly why: 'limit' | 'busy' } | null;
  readonly coverage: Coverage | null;
}

export interface Scan {
  readonly state: ScanState;
  /** Reads files and checks their components. Files added meanwhile are queued. */
  add(files: readonly File[]): void;
  /** Stops. Components without an answer are unknown. */
  stop(): void;
  /** Repeats requests that failed or were stopped. */
  retry(): void;
  /** Forgets all answers and asks again, after the visitor chose another answerer. */
  again(): void;
  clear(): void;
  /** Applies decisions again after they changed. */
  decide(): void;
}

export interface ScanDeps {
  readonly ask: AskPackages;
  readonly read: (file: File, signal: AbortSignal) => Promise<ScannedReading>;
  readonly decide: (component: Component, outcome: ScanOutcome) => ScanOutcome;
  readonly changed: (state: ScanState) => void;
}

export function openScan(deps: ScanDeps): Scan {
  let files: (GivenFile & { readonly file: File })[] = [];
  let questions = openQuestions();
  let running: AbortController | null = null;
  let state = stateOf('idle', files, questions, null, deps.decide);

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
      questions.retry();
      if (running === null) void run();
    },
    again() {
      running?.abort();
      running = null;
      questions = openQuestions();
      for (const { result } of files) questions.add(purlsOf(result));
      if (files.length > 0) void run();
    },
    clear() {
      running?.abort();
      running = null;
      files = [];
      questions = openQuestions();
      become('idle');
    },
    decide() {
      become(state.phase, state.waiting);
    },
  };

  function become(phase: ScanState['phase'], waiting: ScanState['waiting'] = null): void {
    state = stateOf(phase, files, questions, waiting, deps.decide);
    deps.changed(state);
  }

  async function run(): Promise<void> {
    const mine = new AbortController();
    const { signal } = mine;
    running = mine;
    try {
      while (files.some(({ result }) => result === null) || questions.unanswered().length > 0) {
        await readAll(signal);
        become('asking');
        await deps.ask(questions.unanswered(), signal, (event) => {
          if (!signal.aborted) take(event);
        });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // The scan was cleared meanwhile, so this result belongs to an old one.
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
      files = files.map((each) => (each === given ? withResult(each, result) : each));
      questions.add(purlsOf(result));
    }
  }

  function take(event: AskEvent): void {
    if (event.kind === 'waiting') return become('waiting', event);
    questions.take(event);
    become('asking');
  }

  function giveUp(): void {
    files = files.map((each) => withResult(each, each.result ?? STOPPED));
    questions.cancel();
  }
}

function purlsOf(result: ScannedReading | null): string[] {
  return result?.file?.entries.flatMap(({ ask }) => ask ?? []) ?? [];
}

function withResult<F extends GivenFile>(given: F, result: ScannedReading): F {
  return { ...given, result };
}

const STOPPED: ScannedReading = { file: null, problem: 'It was not read: the scan was stopped.' };

function stateOf(
  phase: ScanState['phase'],
  files: readonly GivenFile[],
  { outcomeOf, counts, coverage }: Questions,
  waiting: ScanState['waiting'],
  decide: ScanDeps['decide'],
): ScanState {
  const rows: Row[] = [];
  for (const { name, result } of files) {
    for (const entry of result?.file?.entries ?? []) {
      const { component, ask } = entry;
      const outcome = ask === null ? unaskedOutcome(entry) : (outcomeOf(ask) ?? PENDING_OUTCOME);
      rows.push({ file: name, place: rows.length, component, ask, outcome: decide(component, outcome) });
    }
  }
  return { phase, files, rows, purls: counts, waiting, coverage };
}
