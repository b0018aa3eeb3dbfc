import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program that the cluster needs, and the Debian package that has it. */
const PROGRAMS = [
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/bin/redis-sentinel', 'redis-sentinel'],
  ['/usr/bin/setpriv', 'util-linux'],
] as const;

/** The reason why no cluster can be built here, or null. */
export const haUnavailable: string | null = reason();
if (haUnavailable !== null) console.log(`Skipping tests with a cluster of machines: ${haUnavailable}.`);

function reason(): string | null {
  if (process.getuid?.() !== 0) return 'only root may make network namespaces';
  const missing = PROGRAMS.filter(([file]) => !existsSync(file)).map(([, name]) => name);
  if (missing.length > 0) return `apt-get install ${missing.join(' ')}`;
  if (spawnSync('ip', ['netns', 'list']).status !== 0) return 'apt-get install iproute2, on a kernel with namespaces';
  return null;
}
