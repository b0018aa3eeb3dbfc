import fastify, { type FastifyInstance } from 'fastify';
import { osv } from '../src/http/routes/packages/osv.ts';
import { openPool } from '../src/platform/postgres.ts';
import { benchApp, serveBench } from './bench-app.ts';

/** One server under load, in a process of its own: `node packages-subject.ts <mode> <database url>`. */
const [mode = '', databaseUrl = ''] = process.argv.slice(2);

const pool = openPool({ url: databaseUrl, applicationName: 'bench', role: 'almanac_api', max: 8, onError: () => {} });

const SUBJECTS: Record<string, () => Promise<FastifyInstance>> = {
  'bare rows': async () => bare(rowsOf),
  'cold osv': async () => benchApp({ routes: [osv], databaseUrl, cacheBytes: 1 }),
  'unprepared osv': async () => benchApp({ routes: [osv], databaseUrl, cacheBytes: 1, prepare: false }),
  'bare bytes': async () => bare(kept()),
  'kept osv': async () => benchApp({ routes: [osv], databaseUrl, cacheBytes: 1 << 28 }),
};

await serveBench(await (SUBJECTS[mode] ?? fail)(), '/api/v1/osv/');

function fail(): never {
  throw new Error(`unknown mode '${mode}'; one of ${Object.keys(SUBJECTS).join(', ')}`);
}

function bare(answer: (name: string) => Promise<Buffer>): FastifyInstance {
  const server = fastify();
  server.get<{ Params: { name: string } }>('/api/v1/osv/:name', async ({ params: { name } }, reply) => {
    reply.type('application/json; charset=utf-8');
    return answer(name);
  });
  return server;
}

/** The rows behind an answer as JSON, and nothing more: no version is evaluated. */
async function rowsOf(name: string): Promise<Buffer> {
  const { rows } = await pool.query({
    name: 'osv',
    text: `select record.key, advisory.summary, advisory.severity, advisory.modified, affected.claims
      from package
      join affected on affected.package_id = package.id and affected.known_to is null and affected.source = 3
      join record on record.id = affected.record_id
      join advisory on advisory.record_id = record.id
      where package.name = $1 and package.ecosystem = 'npm' and not affected.withdrawn
      order by record.key`,
    values: [name],
  });
  return Buffer.from(JSON.stringify(rows));
}

/** What we send, kept. */
function kept(): (name: string) => Promise<Buffer> {
  const answers = new Map<string, Buffer>();
  const ours = benchApp({ routes: [osv], databaseUrl, cacheBytes: 1 });
  return async (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const { rawPayload } = await ours.inject(`/api/v1/osv/${name}?ecosystem=npm&version=2.5.0`);
    answers.set(name, rawPayload);
    return rawPayload;
  };
}
