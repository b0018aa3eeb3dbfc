import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWorldUpstream, worldSize } from '@almanac/twins';
import type { FromUpstream, ToUpstream } from './upstream.ts';

/** The upstream in a process of its own: `node world-size-process.ts <share>`. Its files go when it ends. */
const folder = await mkdtemp(path.join(tmpdir(), 'almanac-world-'));
const tell = (message: FromUpstream) => void process.send?.(message);

// With its parent, or with the whole group of processes when a person stops the run.
for (const end of ['disconnect', 'SIGINT', 'SIGTERM']) {
  process.once(end, () => void rm(folder, { recursive: true, force: true }).finally(() => process.exit()));
}

const upstream = await startWorldUpstream({
  folder,
  size: worldSize(Number(process.argv[2])),
  progress: (text) => tell({ kind: 'progress', text }),
});

process.on('message', (asked: ToUpstream) => {
  void (async () => {
    if (asked.kind === 'scores') await upstream.showScores(asked.last);
    if (asked.kind === 'again') upstream.publishAgain();
    if (asked.kind === 'day') await upstream.passDay();
    if (asked.kind === 'churn') await upstream.churn();
    tell({ kind: 'done' });
  })();
});
tell({ kind: 'listening', urls: upstream.urls, folder });
