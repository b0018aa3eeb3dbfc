import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { ClockWatch, OtherClock } from './clock-watch.ts';

const CLOCKS: readonly OtherClock[] = ['database', 'upstreams'];

export function clockMetrics(registry: Registry, clock: ClockWatch): void {
  const gauge: Gauge = new Gauge({
    name: 'almanac_clock_ahead_seconds',
    help: 'By how much the clock of the process is ahead; negative: behind',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      gauge.reset();
      for (const of of CLOCKS) {
        const ahead = clock.ahead(of);
        if (ahead !== null) gauge.set({ of }, ahead / 1_000);
      }
    },
  });
}

export function diskMetrics(registry: Registry, folders: ReadonlyMap<string, string>): void {
  const gauge: Gauge = new Gauge({
    name: 'almanac_disk_free_ratio',
    help: 'The share of a disk that is free, by what the process writes there',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      gauge.reset();
      for (const [folder, path] of folders) {
        const disk = await readDisk(path).catch(() => null);
        if (disk !== null) gauge.set({ folder }, disk.free / disk.size);
      }
    },
  });
}

/** Sizes in bytes, as available to this process. */
export interface Disk {
  readonly free: number;
  readonly size: number;
}

export async function readDisk(path: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, size: Math.max(1, blocks * bsize) };
}
