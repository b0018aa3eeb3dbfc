import { ENDPOINTS, type Endpoint } from '@almanac/contract';
import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../../../../../test/hostile-texts.ts';
import {
  type ContractCase,
  caseOf,
  contractCases,
  inputOf,
  type KnownValues,
  type RequestInput,
} from '../contract-inputs.ts';
import { wrongAddresses, wrongBodies } from '../wrong-inputs.ts';

/** A request, and the endpoint that it is for. */
export interface FuzzCase extends ContractCase {
  readonly endpoint: Endpoint;
}

/** Starting a sample costs more than its members. */
const SAMPLE_SIZE = 16;

/** Generates requests to every endpoint in turn, without end; the same for the same seed. */
export function* fuzzCases(seed: number, known: KnownValues): Generator<FuzzCase, never> {
  const endpoints = ENDPOINTS.map((endpoint) => ({
    endpoint,
    cases: casesOf(endpoint, known),
    sample: [] as ContractCase[],
  }));
  let samples = 0;
  for (let round = 0; ; round += 1) {
    for (const [i, each] of endpoints.entries()) {
      if (each.sample.length === 0) {
        // The first samples differ in size, so that later ones are not all due in the same round.
        const numRuns = round === 0 ? 1 + (i % SAMPLE_SIZE) : SAMPLE_SIZE;
        each.sample = fc.sample(each.cases, { seed: seed + samples, numRuns });
        samples += 1;
      }
      yield Object.assign(each.sample.shift() as ContractCase, { endpoint: each.endpoint });
    }
  }
}

/** What the contract's runner sends, hostile texts in any place, and values of a wrong kind. */
function casesOf(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<ContractCase> {
  const wrong = [...wrongCases(endpoint)];
  return fc.oneof(
    { weight: 6, arbitrary: contractCases(endpoint, known) },
    { weight: 1, arbitrary: hostileCases(endpoint, known) },
    ...(wrong.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...wrong) }]),
  );
}

/** What the endpoint takes, with a hostile text in place of one parameter or of every text of the body. */
function hostileCases(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<ContractCase> {
  const text = fc
    .tuple(fc.constantFrom(...Object.values(HOSTILE_TEXTS)), fc.constantFrom(30, 200, 600, 3_000))
    // What is no Unicode cannot be sent in an address.
    .map(([make, size]) => make(size).toWellFormed());
  const params = Object.keys(endpoint.params.shape).map((name) => (input: RequestInput, hostile: string) => ({
    ...input,
    params: { ...input.params, [name]: hostile },
  }));
  const query = Object.keys(endpoint.query.shape).map((name) => (input: RequestInput, hostile: string) => ({
    ...input,
    query: [...input.query.filter(([given]) => given !== name), [name, hostile] as const],
  }));
  const body = (input: RequestInput, hostile: string) => ({ ...input, body: withText(input.body, hostile) });
  const place = fc.constantFrom(...params, ...query, body);
  return fc
    .tuple(inputOf(endpoint, known), place, text)
    .map(([input, put, hostile]) => caseOf(endpoint, put(input, hostile), 'success or its own error'));
}

function withText(body: unknown, text: string): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) => (typeof value === 'string' ? text : value));
}

function* wrongCases(endpoint: Endpoint): Generator<ContractCase> {
  const { method } = endpoint;
  const expected = 'success or its own error';
  const sent = method === 'GET' ? {} : { body: JSON.stringify(endpoint.exampleBody ?? {}) };
  for (const address of wrongAddresses(endpoint)) yield { path: `/api/v1${address}`, method, expected, ...sent };
  const path = `/api/v1${endpoint.path.replaceAll(':id', 'CVE-2026-10001')}`;
  for (const body of wrongBodies(endpoint)) yield { path, method, expected, body: JSON.stringify(body) };
}
