import { setTimeout as sleep } from 'node:timers/promises';

interface Health {
  readonly checks: { readonly sources: { readonly stale: readonly string[] } };
}

interface Sources {
  readonly sources: readonly { readonly id: string; readonly state: string; readonly records: number }[];
}

/** Shows the first ingest until every enabled source has been read once. */
export async function waitForSources(api: string, cancelled: () => boolean): Promise<void> {
  let shown = '';
  while (!cancelled()) {
    const health = await data<Health>(`${api}/health`); // never cached, and limited more generously than the rest
    const waiting = health?.checks.sources.stale;
    if (waiting?.length === 0) break;
    show(waiting === undefined ? 'Waiting for the api' : `Reading ${waiting.join(', ')}`);
    await sleep(700);
  }
  const read = await data<Sources>(`${api}/sources`);
  for (const { id, state, records } of read?.sources ?? []) {
    if (state !== 'disabled') show(`Read ${id}: ${records} records`);
  }
  process.stdout.write('\n');

  function show(text: string): void {
    if (text === shown) return;
    shown = text;
    // On a terminal the line is written over; in a file every change is a line of its own.
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K… ${text}` : `… ${text}\n`);
  }
}

/** Null while the api does not answer yet. */
async function data<T>(url: string): Promise<T | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? ((await response.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}
