import { openWalk } from '@almanac/core/graph';
import { generatedInputs } from '@almanac/twins';
import { sql } from 'kysely';
import { computeRebuildImpact } from '../src/app/aggregates/rebuild-impact.ts';
import { readDependencyGraph } from '../src/app/graph/stored-graph.ts';
import type { Db } from '../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { bareClosure } from './graph-bare.ts';
import { sideBySide } from './side-by-side.ts';

const OPTIONS = { seed: 7, count: 130_000, edges: 1_500_000 };
const WANTED = 4_000;
const ASKED = 100;

/**
 * `npm run bench graph`: the graph of a whole collection. Reading it, counting all dependents, closures beside a bare traversal of bare
 * arrays and beside recursive SQL; then the answer over HTTP, nothing kept, beside bare Fastify that runs the bare traversal and
 * sends the same bytes.
 */
export async function benchGraph(): Promise<void> {
  await using database = await createTestDatabase();
  const { primary: db, close } = openTestDatabases(database.url, { statementTimeoutMs: 0 });
  await fill(db);

  const graph = await readDependencyGraph(db);
  if (graph === null) throw new Error('there is no graph');
  const { adjacency, attributes } = graph;
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  console.log(
    `${attributes.length} packages, ${adjacency.edges} edges; ${megabytes(arrayBuffers + heapUsed)} MB used by this process`,
  );
  const reading = await timed(3, async () => void (await readDependencyGraph(db)));
  const counting = await timed(1, async () => void (await computeRebuildImpact(db)));
  console.log(`read from PostgreSQL and built: ${reading}`);
  console.log(`all dependents counted, reading included: ${counting}`);

  const walk = openWalk(adjacency);
  const sizes = attributes.map((_, node) => ({ node, size: node % 7 === 0 ? walk.count(node, 'forward') : 0 }));
  const near = sizes.toSorted((a, b) => Math.abs(a.size - WANTED) - Math.abs(b.size - WANTED)).slice(0, ASKED);
  const mean = near.reduce((sum, { size }) => sum + size, 0) / near.length;
  const nodes = near.map(({ node }) => node);
  const popular = [0, 1, 2, 3, 4];
  console.log(`closures of ${mean.toFixed(0)} packages on average, ${ASKED} of them`);
  console.table([
    {
      what: 'dependencies, nearest first with paths',
      'ours µs': await each(nodes, (node) => walk.closure(node, 'forward')),
      'bare µs': await each(nodes, (node) => bareClosure(adjacency.forwardStart, adjacency.forward, node)),
      'recursive SQL µs': await eachSql(db, nodes.slice(0, 20), 'forward'),
    },
    {
      what: 'dependents of the five most needed, counted',
      'ours µs': await each(popular, (node) => walk.count(node, 'reverse')),
      'bare µs': await each(popular, (node) => bareClosure(adjacency.reverseStart, adjacency.reverse, node)),
      'recursive SQL µs': await eachSql(db, popular, 'reverse'),
    },
  ]);
  await close();

  await sideBySide({
    subject: new URL('graph-subject.ts', import.meta.url),
    args: [database.url, nodes.map((node) => attributes[node]).join(',')],
    paths: nodes.map((node) => `${attributes[node]}/transitive?limit=50`),
    pairs: [
      { name: `closure of ${mean.toFixed(0)}, nothing kept`, bare: 'bare traversal', ours: 'ours' },
      { name: `closure of ${mean.toFixed(0)}, kept`, bare: 'bare traversal', ours: 'ours, kept' },
    ],
  });
}

/** As an ingest would leave it; every hundredth package has a vulnerability by the collection's own word. */
async function fill(db: Db): Promise<void> {
  const { count } = OPTIONS;
  await sql`insert into collection_attribute (name) select 'package-' || i from generate_series(0, ${count - 1}) as i`.execute(
    db,
  );
  for (let from = 0; from < count; from += 10_000) {
    const ids = Array.from({ length: Math.min(10_000, count - from) }, (_, i) => from + i);
    const inputs = ids.map(
      (id) =>
        `{${generatedInputs(OPTIONS, id)
          .map((input) => input + 1)
          .join(',')}}`,
    );
    await sql`
      insert into dependency (record_id, seq, attribute_id, system, name, inputs, unnamed)
      select id + 1, 1, id + 1, 'x86_64-linux', 'package-' || id || '-1.0', inputs::integer[], 3
      from unnest(${ids}::integer[], ${inputs}::text[]) as given (id, inputs)`.execute(db);
  }
  await sql`
    insert into collection_package (record_id, known_from, collection, channel, attribute, pname, version, lookup, cpes, purls, makers,
      known_vulnerabilities, patched, insecure, maintainers)
    select i, now(), 'nixpkgs', 'nixos-unstable', 'package-' || i, 'package-' || i, '1.0', array['package-' || i], '{}', '{}', '{}',
      case when i % 100 = 0 then array['CVE-2026-' || (10000 + i)] else '{}' end, '{}', i % 100 = 0, '{}'
    from generate_series(0, ${count - 1}) as i`.execute(db);
  await sql`
    insert into run (source, channel, state, started_at, finished_at, changed, live)
    select id, 'bulk', 'ok', now(), now(), 1, 1 from source`.execute(db);
  await sql`create table bare_edge as select attribute_id as a, input as b from dependency cross join lateral unnest(inputs) as input`.execute(
    db,
  );
  await sql`create index on bare_edge (a, b)`.execute(db);
  await sql`create index on bare_edge (b, a)`.execute(db);
  for (const table of ['bare_edge', 'dependency', 'collection_package', 'collection_attribute'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

async function eachSql(db: Db, nodes: readonly number[], direction: 'forward' | 'reverse'): Promise<number> {
  const [near, far] = direction === 'forward' ? [sql.ref('a'), sql.ref('b')] : [sql.ref('b'), sql.ref('a')];
  const graph = await readDependencyGraph(db);
  const times: number[] = [];
  for (const node of nodes) {
    const began = performance.now();
    await sql`
      with recursive reached (id) as (
        select ${graph?.numbers[node] ?? 0}::integer
        union
        select bare_edge.${far} from reached join bare_edge on bare_edge.${near} = reached.id
      )
      select count(*) from reached`.execute(db);
    times.push((performance.now() - began) * 1000);
  }
  return Math.round(median(times));
}

async function each(nodes: readonly number[], work: (node: number) => unknown): Promise<number> {
  for (const node of nodes) work(node);
  const times = nodes.map((node) => {
    const began = performance.now();
    work(node);
    return (performance.now() - began) * 1000;
  });
  return Math.round(median(times));
}

/** Also in the time of this process alone: on a busy machine the other says little. */
async function timed(rounds: number, work: () => Promise<void>): Promise<string> {
  const times: [wall: number, own: number][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [began, before] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push([performance.now() - began, (user + system) / 1000]);
  }
  const [wall, own] = [median(times.map(([each]) => each)), median(times.map(([, each]) => each))];
  return `${wall.toFixed(0)} ms, of which ${own.toFixed(0)} ms of this process`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
