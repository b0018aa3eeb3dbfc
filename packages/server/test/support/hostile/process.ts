import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSender } from './attack.ts';
import { ATTACKS } from './index.ts';

/** Hostile callers in a process of their own: `node hostile-process.ts '<HostileProcess as JSON>'`. Told to, it says what it was answered. */
export interface HostileProcess {
  readonly url: string;
  readonly addresses: readonly string[];
}

/** How often each attack was answered with each status; 0: not at all. */
export type HostileTally = Readonly<Record<string, number>>;

/** Long enough that refusals do not take the machine of who measures. */
const PAUSE_MS = 200;
/** Of one request: whoever is left waiting begins again. */
const LONGEST_MS = 20_000;
/** Attackers have machines of their own; here they give way to whom they attack. */
const LOWER_PRIORITY = 19;

/** `HOSTILE_ATTACKS=silentUploads,giantPages`: these alone, to find which of them costs what. */
const CHOSEN = process.env['HOSTILE_ATTACKS']?.split(',') ?? Object.keys(ATTACKS);

const { url, addresses } = JSON.parse(process.argv[2] ?? '') as HostileProcess;
const tally: Record<string, number> = {};
let hasBegun = false;

setPriority(LOWER_PRIORITY);
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(tally satisfies HostileTally));

/** All attacks at once from every address, each again as soon as it has ended. */
for (const address of addresses) {
  const sender = openSender({ address, signalOf: () => AbortSignal.timeout(LONGEST_MS) });
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (!CHOSEN.includes(name)) continue;
    const counted: typeof sender.send = async (...sent) => {
      const status = await sender.send(...sent).catch(() => 0);
      const answered = `${name} ${status}`;
      tally[answered] = (tally[answered] ?? 0) + 1;
      if (!hasBegun) process.send?.(tally satisfies HostileTally);
      hasBegun = true;
      return status;
    };
    void repeatedly(() => attack(url, { send: counted }));
  }
}

async function repeatedly(attack: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await attack();
    await sleep(PAUSE_MS);
  }
}
