import type * as z from 'zod';
import { ENDPOINTS } from '../catalogue.ts';
import type { Area, Endpoint } from '../endpoint.ts';
import { ErrorBody } from '../errors.ts';
import { PROMISES } from '../promises.ts';
import { RATE_WINDOW_SECONDS, RATES, rateWithKey } from '../rates.ts';
import { listHeaders } from './headers.ts';
import { PARAMETERS, toParameters } from './parameters.ts';
import { sharedResponses, toResponses } from './responses.ts';
import { collectSchemas, type Schemas } from './schemas.ts';
import type { OpenapiDocument, Operation } from './types.ts';

export interface Deployment {
  /** Build version, as in `GET /version`. */
  readonly version: string;
  /** Base URL with its prefix: `https://host/api/v1`. */
  readonly serverUrl: string;
}

/** Spec section 9. Equal input gives equal bytes. */
export function openapiDocument(deployment: Deployment, endpoints?: readonly Endpoint[]): OpenapiDocument {
  const steps = openapiSteps(deployment, endpoints);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Makes the same document in one step per endpoint, since the whole takes a tenth of a second. */
export function* openapiSteps(
  { version, serverUrl }: Deployment,
  endpoints: readonly Endpoint[] = ENDPOINTS,
): Generator<void, OpenapiDocument> {
  const schemas = collectSchemas();
  schemas.of(ErrorBody, 'output');
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[toPathTemplate(endpoint.path)] ??= {});
    path[endpoint.method.toLowerCase()] = toOperation(endpoint, schemas);
    yield;
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version,
      summary: 'Vulnerability data with its reasons, coverage and age',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'Version 1 of the API' }],
    tags: AREAS.filter(({ name }) => endpoints.some(({ area }) => area === name)),
    paths,
    components: {
      schemas: schemas.components(),
      responses: sharedResponses(),
      parameters: PARAMETERS,
      headers: listHeaders(endpoints),
      securitySchemes: endpoints.some(({ auth }) => auth === 'bearer') ? { bearer: BEARER } : {},
    },
  };
}

/** `/cve/:id` → `/cve/{id}` */
export function toPathTemplate(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : segment))
    .join('/');
}

function toOperation(endpoint: Endpoint, schemas: Schemas): Operation {
  const parameters = toParameters(endpoint, schemas);
  return {
    operationId: endpoint.id,
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...describeCost(endpoint),
    ...(endpoint.deprecation === undefined ? {} : { deprecated: true, 'x-sunset': endpoint.deprecation.sunset }),
    security: endpoint.auth === 'bearer' ? [{ bearer: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === null ? {} : { requestBody: toRequestBody(endpoint, endpoint.body, schemas) }),
    responses: toResponses(endpoint, schemas),
    'x-rate-limit': {
      class: endpoint.rate,
      limit: RATES[endpoint.rate],
      limitWithKey: RATES[rateWithKey(endpoint.rate)],
      windowSeconds: RATE_WINDOW_SECONDS,
      ...(endpoint.weights.length === 0 ? {} : { weights: endpoint.weights }),
      ...(endpoint.takesFresh === undefined ? {} : { freshLimit: RATES.fresh }),
    },
    'x-cache-seconds': endpoint.cache,
  };
}

function describeCost({ weights, takesFresh }: Endpoint): Pick<Operation, 'description'> {
  const units = weights.map(({ unit, perRequest }) => `${perRequest.toLocaleString('en')} ${unit}`).join(' or ');
  const sentences = [
    ...(weights.length === 0 ? [] : [`Counts as one request per ${units} or part thereof.`]),
    ...(takesFresh === undefined
      ? []
      : [`${FRESH[takesFresh]} also counts against a limit of ${RATES.fresh} per minute.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

const FRESH = { always: 'A request', with_fresh: 'A request with `fresh=true`' } as const;

function toRequestBody(
  { exampleBody, rawBody }: Endpoint,
  body: z.ZodType,
  schemas: Schemas,
): NonNullable<Operation['requestBody']> {
  const schema = schemas.of(body, 'input');
  const content = exampleBody === undefined ? { schema } : { schema, example: exampleBody };
  const others = (rawBody?.media ?? []).map((media) => [media, { schema: { type: 'string' } }] as const);
  return { required: true, content: { 'application/json': content, ...Object.fromEntries(others) } };
}

const BEARER = { type: 'http', scheme: 'bearer', description: 'An API key in the `Authorization` header.' };

const AREAS: readonly { name: Area; description: string }[] = [
  { name: 'cve', description: 'One CVE: lookup, dossier, history and signals.' },
  { name: 'packages', description: 'Vulnerabilities and versions of packages.' },
  { name: 'tracker', description: 'Issues, pull requests and release channels of the tracker.' },
  { name: 'sbom', description: 'Software bills of materials and remediation.' },
  { name: 'graph', description: 'Relations between CVEs, packages and weaknesses.' },
  { name: 'analytics', description: 'Counts, rates and predictions.' },
  { name: 'feeds', description: 'Feeds of recent advisories.' },
  { name: 'access', description: 'API keys.' },
  { name: 'meta', description: 'Health, version, sources and this description.' },
];

const DESCRIPTION = `A read-only service that collects vulnerability data from several sources and returns it in one format.

Every response about vulnerabilities keeps three promises:

${PROMISES.map(({ name, text }, index) => `${index + 1}. **${name}.** ${text}`).join('\n')}

Branch on \`code\`, never on the text of \`error\`. Responses gain members over time: ignore those you do not know.`;
