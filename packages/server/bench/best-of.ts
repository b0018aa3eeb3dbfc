import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Times of one round, in milliseconds. */
interface Round {
  readonly p50: number;
  readonly max: number;
  /** The longest time in which nobody else had a turn. */
  readonly stall: number;
  readonly bytes: number;
}

const ROUNDS = 3;
/** The compiler goes on for thousands of questions, where those are short; a long one takes many turns by itself. */
const WARM_UP = { most: 2_000, least: 40, ms: 8_000 };
/** The clock of the event loop ticks so often. */
const TICK_MS = 1;

/** Asks until the compiler is done with most of what is run. */
export async function warmUp(ask: () => Promise<number>): Promise<void> {
  const until = performance.now() + WARM_UP.ms;
  for (let i = 0; i < WARM_UP.least || (i < WARM_UP.most && performance.now() < until); i += 1) await ask();
}

/** The best of three rounds: what a busy machine adds is no cost of ours. */
export async function bestOf(ask: () => Promise<number>, times: number): Promise<Round> {
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await roundOf(ask, times));
  const least = (of: (one: Round) => number) => Math.min(...rounds.map(of));
  return {
    p50: least(({ p50 }) => p50),
    max: least(({ max }) => max),
    stall: least(({ stall }) => stall),
    bytes: rounds[0]?.bytes ?? 0,
  };
}

async function roundOf(ask: () => Promise<number>, times: number): Promise<Round> {
  const delays = monitorEventLoopDelay({ resolution: TICK_MS });
  const taken: number[] = [];
  let bytes = 0;
  delays.enable();
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    bytes = await ask();
    taken.push(performance.now() - began);
  }
  delays.disable();
  taken.sort((a, b) => a - b);
  return {
    p50: rounded(taken[Math.ceil(times / 2) - 1] ?? 0),
    max: rounded(taken.at(-1) ?? 0),
    stall: rounded(Math.max(0, delays.max / 1e6 - TICK_MS)),
    bytes,
  };
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}

/** How busy the machine is, for the figures beside it. */
export function loadLine(): string {
  return `load of the machine: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;
}
