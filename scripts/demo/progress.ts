import { setTimeout as sleep } from 'node:timers/promises';

interface Health {
  readonly checks: { readonly sources: { readonly stale: readonly string[] } };
}

interface Sources {
  readonly sources: readonly { readonly id: string; readonly state: string; readonly records: number }[];
}

export async function waitForApi(api: string, cancelled: () => boolean): Promise<void> {
  while (!cancelled() && (await data<Health>(`${api}/health`)) === null) await sleep(300);
}

/** Says which sources have been read, until all have been once. */
export async function showFirstIngest(api: string, cancelled: () => boolean): Promise<void> {
  let waiting: readonly string[] | null = null;
  while (!cancelled()) {
    const health = await data<Health>(`${api}/health`); // never cached, and limited more generously than the rest
    const stale: readonly string[] | null = health?.checks.sources.stale ?? waiting;
    if (stale !== null && stale.join() !== waiting?.join()) {
      console.log(stale.length === 0 ? '… Every source has been read' : `… Still to read: ${stale.join(', ')}`);
    }
    waiting = stale;
    if (waiting?.length === 0) break;
    await sleep(1_000);
  }
  const read = await data<Sources>(`${api}/sources`);
  const counts = (read?.sources ?? [])
    .filter(({ records }) => records > 0)
    .map(({ id, records }) => `${id} ${records}`);
  if (counts.length > 0) console.log(`… Records: ${counts.join(', ')}`);
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
