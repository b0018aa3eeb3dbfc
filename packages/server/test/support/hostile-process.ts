import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './hostile/index.ts';

/** Hostile callers in a process of their own: `node hostile-process.ts '<HostileProcess as JSON>'`. Told to, it says what it was answered. */
export interface HostileProcess {
  readonly url: string;
  readonly addresses: readonly string[];
}

/** How often each attack was answered with each status; 0: not at all. */
export type HostileTally = Readonly<Record<string, number>>;

/** Long enough that refusals do not take the machine of who measures. */
const PAUSE_MS = 200;
/** Of one attack: whoever is left waiting begins again. */
const LONGEST_MS = 20_000;

const { url, addresses } = JSON.parse(process.argv[2] ?? '') as HostileProcess;
const tally: Record<string, number> = {};

process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(tally satisfies HostileTally));

/** Each address goes round all attacks, two at a time, and begins elsewhere than the others: all are under way together. */
const NAMES = Object.keys(ATTACKS);
for (const [i, address] of addresses.entries()) {
  for (const offset of [0, NAMES.length / 2])
    void goRound(address, Math.floor(offset + (i * NAMES.length) / addresses.length));
}

async function goRound(address: string, first: number): Promise<never> {
  for (let i = first; ; i += 1) {
    await attack(NAMES[i % NAMES.length] ?? '', address);
    await sleep(PAUSE_MS);
  }
}

async function attack(name: string, address: string): Promise<void> {
  const from: typeof fetch = async (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), 'x-forwarded-for': address };
    const response = await fetch(input, { ...init, headers });
    count(response.status);
    return response;
  };
  try {
    await ATTACKS[name]?.(url, { fetch: from, signal: AbortSignal.timeout(LONGEST_MS) });
  } catch {
    count(0);
  }

  function count(status: number): void {
    const answered = `${name} ${status}`;
    tally[answered] = (tally[answered] ?? 0) + 1;
  }
}
