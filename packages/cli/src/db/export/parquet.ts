import { setImmediate } from 'node:timers/promises';
import { columnsOf, type PlainType, type TableName } from './tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** What is held in memory of a table at most: so many rows, and so many characters. A row group of the file is as large. */
export const ROW_GROUP = { rows: 10_000, characters: 8 << 20 } as const;

/** Writes a table row group by row group; resolves to the number of rows. */
export async function writeParquet(
  file: string,
  table: TableName,
  rows: Iterable<Row>,
  { metadata, signal }: { readonly metadata: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<number> {
  // Most runs want nothing of it.
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
  const columns = columnsOf(table);
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type, isOptional }) => ({
      name,
      ...PARQUET_TYPES[type],
      repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
    })),
  ];
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new ParquetWriter({ writer: fileWriter(file), schema, kvMetadata });
  let count = 0;
  for (const group of groupsOf(rows)) {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: group.map((row) => (type === 'boolean' ? row[name] === 1 : (row[name] ?? null))),
    }));
    await writer.write({ columnData, rowGroupSize: group.length });
    count += group.length;
    await setImmediate();
    signal.throwIfAborted();
  }
  await writer.finish();
  return count;
}

const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  real: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const satisfies Readonly<Record<PlainType, object>>;

function* groupsOf(rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    group.push(row);
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 0;
    if (group.length < ROW_GROUP.rows && characters < ROW_GROUP.characters) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}
