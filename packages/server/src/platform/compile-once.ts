import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

/**
 * Builds and compiles a statement on the first call; later calls only send their values. For frequent statements:
 * compiling one of 3,000 characters takes longer than sending it. `build` receives placeholders and may only use them
 * as values.
 */
export function compileOnce<Values extends readonly unknown[], Row>(
  build: (...values: Values) => RawBuilder<Row>,
): <T>(db: Kysely<T>, ...values: Values) => Promise<readonly Row[]> {
  let known: { readonly query: CompiledQuery<Row>; readonly places: readonly number[] } | undefined;
  return async (db, ...values) => {
    known ??= withPlaces(values.length, (placeholders) => build(...(placeholders as unknown as Values)).compile(db));
    const { query, places } = known;
    const parameters = query.parameters.map((constant, i) => {
      const place = places[i] ?? CONSTANT;
      return place === CONSTANT ? constant : values[place];
    });
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

const CONSTANT = -1;

function withPlaces<Row>(count: number, compile: (placeholders: readonly object[]) => CompiledQuery<Row>) {
  const placeholders: readonly object[] = Array.from({ length: count }, (_, place) => Object.freeze({ place }));
  const query = compile(placeholders);
  const places = query.parameters.map((parameter) => placeholders.indexOf(parameter as object));
  // A placeholder that `build` converted to text would be a constant in all calls.
  const used = new Set(places.filter((place) => place !== CONSTANT)).size;
  if (used < count) throw new Error(`the statement has ${used} of the ${count} values as parameters`);
  return { query, places };
}
