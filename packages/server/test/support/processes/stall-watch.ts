/** Loaded into a process beside its program: tells its parent of times in which the event loop answered nobody. */
export interface Stall {
  readonly milliseconds: number;
  /** Milliseconds of them in which its thread computed; in the others it waited for a processor. */
  readonly computed: number;
}

const EVERY_MS = 10;
const WORTH_TELLING = 30;

let last = { at: performance.now(), computed: computed() };
setInterval(() => {
  const now = { at: performance.now(), computed: computed() };
  const milliseconds = now.at - last.at - EVERY_MS;
  if (milliseconds > WORTH_TELLING) {
    process.send?.({ milliseconds, computed: now.computed - last.computed } satisfies Stall);
  }
  last = now;
}, EVERY_MS).unref();
process.channel?.unref();

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
