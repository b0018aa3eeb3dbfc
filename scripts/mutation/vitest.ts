/** Stands in for Vitest in a mutation run: keeps the tests instead of running them, so that one process can run them many times. */
export { expect } from 'vitest';

type Body = (...row: readonly unknown[]) => unknown;
export type Test = () => Promise<void>;

let tests: Test[] = [];
let hooks: readonly Body[] = [];

/** Imports a test file and returns its tests. */
export async function collectTests(url: string): Promise<readonly Test[]> {
  [tests, hooks] = [[], []];
  await import(url);
  return tests;
}

export function beforeAll(hook: Body): void {
  hooks = [...hooks, hook];
}

function addTest(_name: string, ...[first, second]: readonly unknown[]): void {
  const bodies = [...hooks, (typeof first === 'function' ? first : second) as Body];
  tests.push(async () => {
    for (const body of bodies) await body();
  });
}

function addSuite(_name: string, body: Body): void {
  const outer = hooks;
  body();
  hooks = outer;
}

function withVariants(add: (name: string, body: Body) => void) {
  const each = (table: readonly unknown[]) => (name: string, body: Body) => {
    for (const row of table) add(name, () => body(...(Array.isArray(row) ? row : [row])));
  };
  const skip = () => undefined;
  const skipIf = (isSkipped: boolean) =>
    isSkipped ? Object.assign(skip, { each: () => skip }) : Object.assign(add, { each });
  return Object.assign(add, { each, skipIf });
}

export const it = withVariants(addTest);
export const describe = withVariants(addSuite);
