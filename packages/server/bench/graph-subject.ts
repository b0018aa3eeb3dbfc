import fastify, { type FastifyInstance } from 'fastify';
import { readDependencyGraph } from '../src/app/graph/stored-graph.ts';
import { transitive } from '../src/http/routes/graph/transitive.ts';
import { openTestDatabases } from '../test/support/database.ts';
import { benchApp, serveBench } from './bench-app.ts';
import { bareClosure } from './graph-bare.ts';

/** One server under load, in a process of its own: `node graph-subject.ts <mode> <database url> <names>`. */
const [mode = '', databaseUrl = '', names = ''] = process.argv.slice(2);

const SUBJECTS: Record<string, () => Promise<FastifyInstance>> = {
  'bare traversal': bare,
  ours: async () => warmed(1),
  'ours, kept': async () => warmed(1 << 28),
};

await serveBench(await (SUBJECTS[mode] ?? fail)(), '/api/v1/graph/package/');

function fail(): never {
  throw new Error(`unknown mode '${mode}'; one of ${Object.keys(SUBJECTS).join(', ')}`);
}

/** What is known of packages is remembered for five minutes: measured is what comes after the first. */
async function warmed(cacheBytes: number): Promise<FastifyInstance> {
  const app = benchApp({ routes: [transitive], databaseUrl, cacheBytes });
  for (let index = 1_000; index < 130_000; index += 3_000) {
    await app.inject(`/api/v1/graph/package/package-${index}/transitive?size=5000`);
  }
  return app;
}

/** Walks the bare arrays for each request, and sends what we send. */
async function bare(): Promise<FastifyInstance> {
  const graph = await readDependencyGraph(openTestDatabases(databaseUrl, { max: 2 }).primary);
  if (graph === null) throw new Error('there is no graph');
  const ours = await warmed(1);
  const { adjacency, nodes } = graph;
  const answers = new Map<string, Buffer>();
  for (const name of names.split(',')) {
    const { statusCode, rawPayload } = await ours.inject(`/api/v1/graph/package/${name}/transitive?limit=50`);
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode}`);
    answers.set(name, rawPayload);
  }
  const server = fastify();
  server.get<{ Params: { name: string } }>(
    '/api/v1/graph/package/:name/transitive',
    async ({ params: { name } }, reply) => {
      const reached = bareClosure(adjacency.forwardStart, adjacency.forward, nodes.get(name) ?? 0);
      reply.type('application/json; charset=utf-8').header('x-reached', reached.length);
      return answers.get(name);
    },
  );
  return server;
}
