import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

/**
 * A statement with one text: it is built and compiled for the first call, later calls send it with their own values. For statements that
 * are asked often: to compile one of three thousand characters takes longer than to send it. `build` receives placeholders: it may put
 * them into the statement as values, and nothing else.
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
  // One that was read or written as text while the statement was built would be the same for all calls.
  const used = new Set(places.filter((place) => place !== CONSTANT)).size;
  if (used < count) throw new Error(`the statement has ${used} of the ${count} values as parameters`);
  return { query, places };
}
