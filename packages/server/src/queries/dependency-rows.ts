import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The stored graph as arrays, with one position for each attribute that has its own derivation. */
export interface DependencyRows {
  readonly system: string;
  /** Numbers of attributes, which stay the same from one state to the next. */
  readonly numbers: Uint32Array;
  readonly attributes: readonly string[];
  /** Inputs that no attribute stands for, by place. */
  readonly unnamed: Uint32Array;
  /** Edges, by numbers of attributes. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Attributes for which another stands, which is the same derivation, and the number of that. */
  readonly others: readonly (readonly [attribute: string, number: number])[];
}

/** Records that are read at once: some megabyte of edges, which to unpack takes a few milliseconds. */
const AT_ONCE = 8_000;

/**
 * Reads the graph of the system that most was evaluated for. Numbers come as bytes and names as one text: a row of its own for each of
 * a hundred thousand attributes, and a list of digits for its edges, would take ten times as long to read. Whoever wants it of one moment
 * asks within a transaction that sees one. Null: there is none.
 */
export async function loadDependencies(db: Db): Promise<DependencyRows | null> {
  const system = await mainSystem(db);
  return system === null ? null : readSystem(db, system);
}

async function mainSystem(db: Db): Promise<string | null> {
  const { rows } = await sql<{ system: string }>`
    select system from dependency group by system order by count(*) desc, system collate "C" limit 1`.execute(db);
  return rows[0]?.system ?? null;
}

interface Page {
  readonly last: number | null;
  readonly numbers: Buffer;
  readonly names: string;
  readonly sames: Buffer;
  readonly unnamed: Buffer;
  readonly degrees: Buffer;
  readonly inputs: Buffer | null;
}

async function readSystem(db: Db, system: string): Promise<DependencyRows> {
  const [numbers, attributes, unnamed, from, to]: [number[], string[], number[], Uint32Array[], Uint32Array[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const others: [string, number][] = [];
  for (let last: number | null = 0; last !== null; ) {
    const page: Page | undefined = await readPage(db, system, last);
    if (page === undefined || page.last === null) break;
    last = page.last;
    const [ids, sames, outside, degrees] = [page.numbers, page.sames, page.unnamed, page.degrees].map(words);
    const names = page.names.split('\n');
    const inputs = page.inputs === null ? new Uint32Array() : words(page.inputs);
    const sources = new Uint32Array(inputs.length);
    let edge = 0;
    ids?.forEach((id, i) => {
      const [same = 0, degree = 0] = [sames?.[i], degrees?.[i]];
      if (same === 0) {
        numbers.push(id);
        attributes.push(names[i] ?? '');
        unnamed.push(outside?.[i] ?? 0);
      } else {
        others.push([names[i] ?? '', same]);
      }
      // The one that stands for it has the same edges: 0 is no number, and leaves them out.
      sources.fill(same === 0 ? id : 0, edge, edge + degree);
      edge += degree;
    });
    from.push(sources);
    to.push(inputs);
  }
  return {
    system,
    numbers: Uint32Array.from(numbers),
    attributes,
    unnamed: Uint32Array.from(unnamed),
    from: joined(from),
    to: joined(to),
    others,
  };
}

async function readPage(db: Db, system: string, after: number): Promise<Page | undefined> {
  const { rows } = await sql<Page>`
    with page as (
      select record_id, attribute_id, name.name, coalesce(same_as, 0) as same_as, unnamed, inputs
      from dependency join collection_attribute as name on name.id = attribute_id
      where record_id > ${after} and system = ${system} order by record_id limit ${AT_ONCE}
    )
    select max(record_id) as last, string_agg(int4send(attribute_id), '' order by record_id) as numbers,
           string_agg(name, E'\n' order by record_id) as names, string_agg(int4send(same_as), '' order by record_id) as sames,
           string_agg(int4send(unnamed), '' order by record_id) as unnamed,
           string_agg(int4send(cardinality(inputs)), '' order by record_id) as degrees,
           (select string_agg(int4send(input), '' order by record_id) from page cross join lateral unnest(inputs) as input) as inputs
    from page`.execute(db);
  return rows[0];
}

/** Numbers of four bytes, as PostgreSQL sends them. */
function words(bytes: Buffer): Uint32Array {
  const copy = new Uint8Array(bytes); // aligned, and ours to turn round
  Buffer.from(copy.buffer).swap32();
  return new Uint32Array(copy.buffer);
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
