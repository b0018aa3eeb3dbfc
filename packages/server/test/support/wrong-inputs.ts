import type { Endpoint } from '@almanac/contract';
import { z } from 'zod';

const VALUES = ['', ' ', 'x', '-1', '0', '1.5', '1e400', 'CVE-1', '2026-13-45', '[]', 'ü'.repeat(700)];

/** Addresses below `/api/v1`, with one parameter of the path or the query replaced by each of a few values. */
export function* wrongAddresses(endpoint: Endpoint): Generator<string> {
  const sample = (name: string) => (name === 'id' ? 'CVE-2026-10001' : name === 'date' ? '2026-01-01' : 'x-1');
  const path = (name?: string, value = '') =>
    endpoint.path.replaceAll(/:(\w+)/g, (_, each: string) => encodeURIComponent(each === name ? value : sample(each)));
  for (const name of Object.keys(endpoint.params.shape)) {
    for (const value of VALUES.filter((each) => each !== '')) yield path(name, value);
  }
  for (const name of Object.keys(endpoint.query.shape)) {
    for (const value of VALUES) yield `${path()}?${name}=${encodeURIComponent(value)}`;
    yield `${path()}?${name}=1&${name}=2`;
    yield `${path()}?${name}=a%00b`;
  }
}

const TYPES = [null, 0, -1, 1.5, true, 'x', '', [], {}, [null], [[]], [{}], ['x'.repeat(2_000)], 'y'.repeat(2_000)];

/** The whole body, each member, and each member's members, replaced by a value of every other kind. */
export function* wrongBodies({ body, exampleBody }: Endpoint): Generator<unknown> {
  if (body === null) return;
  yield* TYPES;
  const example = (exampleBody ?? {}) as Record<string, unknown>;
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
  for (const name of Object.keys(shape.properties ?? {})) {
    for (const value of TYPES) {
      yield { ...example, [name]: value };
      yield { [name]: value };
      yield { ...example, [name]: Array.from({ length: 1_100 }, () => value) };
    }
  }
}
