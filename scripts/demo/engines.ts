import { connect } from 'node:net';
import pg from 'pg';

export interface Addresses {
  readonly DATABASE_URL: string;
  readonly REDIS_URL: string;
}

/**
 * Ends with advice where an engine is missing; makes the database where the server has none of that name. `fresh`: one that an earlier demo
 * has left is replaced, so that a demo begins the same each time.
 */
export async function checkEngines({ DATABASE_URL, REDIS_URL }: Addresses, fresh: boolean): Promise<void> {
  const missing: string[] = [];
  if (!(await answers(REDIS_URL, 6379))) {
    missing.push(`Redis does not answer at ${REDIS_URL}.
    Debian, Ubuntu:  sudo apt-get install redis-server
    elsewhere:       set REDIS_URL to a Redis 7 or Valkey`);
  }
  if (!(await answers(DATABASE_URL, 5432))) {
    missing.push(`PostgreSQL does not answer at ${withoutPassword(DATABASE_URL)}.
    Debian, Ubuntu:  sudo apt-get install postgresql
    elsewhere:       set DATABASE_URL to a PostgreSQL 15 or newer`);
  }
  if (missing.length > 0)
    fail(`${missing.join('\n\n')}\n\n\`eval "$(.ci/engines)"\` installs and starts both on Debian.`);
  await ensureDatabase(DATABASE_URL, fresh);
}

async function answers(address: string, usualPort: number): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname || '127.0.0.1', port: Number(port || usualPort), timeout: 2_000 });
    const settle = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

/** What a demo writes on the databases that it may drop. */
const MARK = 'made by npm run demo, which drops it when it starts';

async function ensureDatabase(address: string, fresh: boolean): Promise<void> {
  const url = new URL(address);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const server = new pg.Client({ connectionString: url.href });
  try {
    await server.connect();
    const identifier = server.escapeIdentifier(name);
    const { rows } = await server.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
      [name],
    );
    const [found] = rows;
    if (found !== undefined && fresh) {
      if (found.mark !== MARK) fail(`The database ${name} is none that the demo may drop. ${elsewhere(name)}`);
      await server.query(`drop database ${identifier}`);
    }
    if (found === undefined || fresh) {
      await server.query(`create database ${identifier}`);
      if (fresh) await server.query(`comment on database ${identifier} is ${server.escapeLiteral(MARK)}`);
    }
  } catch (error) {
    // 55006: somebody is connected to it.
    if ((error as { code?: string }).code === '55006') fail(`The database ${name} is in use. ${elsewhere(name)}`);
    fail(`PostgreSQL refused ${withoutPassword(address)}: ${(error as Error).message}
The user in DATABASE_URL must be able to log in, to create a database and to create roles:
    sudo -u postgres createuser --superuser "$USER"
    export DATABASE_URL="postgres://$USER@localhost/almanac_demo?host=/var/run/postgresql"`);
  } finally {
    await server.end().catch(() => {});
  }
}

function elsewhere(name: string): string {
  return `Stop the demo that runs, drop the database by hand, or name another one:\n    DEMO_DATABASE=${name}_2 npm run demo`;
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== '') url.password = '…';
  return url.href;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
