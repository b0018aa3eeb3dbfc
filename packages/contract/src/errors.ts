import * as z from 'zod';
import { BudgetDetails } from './budgets.ts';
import { CVE_INVALID_ID_TEXT } from './objects/cve-id-input.ts';
import { CWE_INVALID_ID_TEXT } from './objects/cwe-id-input.ts';
import { OSV_INVALID_ID_TEXT } from './objects/osv-id-input.ts';

/**
 * Every error code. Codes are stable: clients branch on them, never on the text of `error`.
 * `docs/errors.md` and OpenAPI contain the same list; a test compares them.
 */
export const ERRORS = {
  INVALID_PARAMETER: {
    status: 400,
    meaning: 'A path or query parameter is missing, repeated or invalid, or the URL contains a key.',
    remedy: '`error` names the parameter, its value and the accepted values.',
    example: { error: "Parameter 'status' has the value 'done': expected open, closed or all" },
  },
  BODY_INVALID: {
    status: 400,
    meaning: 'The body is not valid JSON or does not match the schema.',
    remedy: '`error` names the member and what is expected.',
    example: { error: "Member 'ids': expected an array" },
  },
  REQUEST_MALFORMED: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its URL contains an invalid percent escape.',
    remedy: 'Percent-encode reserved characters in the path as UTF-8.',
    example: { error: 'The URL contains an invalid percent escape' },
  },
  CVE_INVALID_ID: {
    status: 400,
    meaning: 'The path does not contain a valid CVE ID.',
    remedy: 'Write `CVE-`, the year, and four or more digits, in any case.',
    example: { error: 'Invalid CVE ID format. Expected: CVE-YYYY-NNNNN' },
  },
  DIFF_INVALID: {
    status: 400,
    meaning: 'The diff cannot be parsed.',
    remedy: '`error` names the line and what is expected. Send the output of `git diff`.',
    example: {
      error: "Member 'diff', line 12: the hunk has more lines than its header says",
      hint: 'Send the unmodified output of `git diff`.',
    },
  },
  SBOM_INVALID: {
    status: 400,
    meaning:
      "The SBOM's format or version is not supported, or the document is malformed, nested too deeply, or contains entities.",
    remedy: '`error` says what is wrong and where. `GET /sbom/formats` lists supported formats.',
    example: {
      error: 'CycloneDX 1.1 is not supported',
      hint: 'GET /api/v1/sbom/formats lists supported formats and versions.',
    },
  },
  SBOM_TOO_MANY_COMPONENTS: {
    status: 400,
    meaning: 'The SBOM has too many components.',
    remedy: 'Split the document.',
    example: { error: 'The document has more than 50000 components', hint: 'Split the document.' },
  },
  WEBHOOK_URL_TOO_LONG: {
    status: 400,
    meaning: 'The webhook URL is longer than 2,048 characters.',
    remedy: 'Use a shorter URL.',
    example: { error: 'The URL has 4096 characters (maximum 2048)' },
  },
  AUTH_REQUIRED: {
    status: 401,
    meaning: 'The endpoint requires an API key.',
    remedy: 'Send `Authorization: Bearer <key>`. `POST /request-access` issues keys.',
    example: { error: 'This endpoint requires an API key', hint: 'Send `Authorization: Bearer <key>`.' },
  },
  KEY_INVALID: {
    status: 401,
    meaning: 'The API key is invalid or revoked.',
    remedy: 'Send a valid key, or none on public endpoints. `POST /request-access` with `rotate` replaces a lost key.',
    example: { error: 'The API key is invalid or revoked', hint: 'POST /api/v1/request-access issues keys.' },
  },
  TOKEN_INVALID: {
    status: 401,
    meaning: 'The identity provider rejected the token, or issued it to another client.',
    remedy: 'Restart the device flow. `GET /version` lists its URLs and client ID.',
    example: { error: 'The identity provider rejected the token' },
  },
  ACCESS_PENDING: {
    status: 403,
    meaning: 'Access for this account has not been approved yet.',
    remedy: 'Call `POST /request-access` again later.',
    example: { error: 'Access for this account has not been approved yet' },
  },
  ACCESS_DENIED: {
    status: 403,
    meaning: 'An operator denied or revoked access for this account.',
    remedy: 'Contact the operator.',
    example: { error: 'Access for this account was revoked' },
  },
  CVE_UNKNOWN: {
    status: 404,
    meaning: 'The CVE ID is not allocated, and no source has a record of it.',
    remedy: 'Check the ID. New IDs may take an hour to appear.',
    example: {
      error: 'not_found',
      hint: 'No source has a record of CVE-2026-99999. Expected format: CVE-YYYY-NNNNN+.',
    },
  },
  CVE_NOT_KNOWN_AT: {
    status: 404,
    meaning: 'The CVE was not known on that date.',
    remedy: '`hint` says when it became known.',
    example: { error: 'CVE-2024-3094 was not known on that date', hint: 'First known 2024-03-29T17:15:21.150Z.' },
  },
  ISSUE_UNKNOWN: {
    status: 404,
    meaning: 'The tracker has no issue with this number that names a CVE and has the security label.',
    remedy: 'Use a number from `GET /issues`. Pull requests are not issues.',
    example: { error: 'Issue 42 is not tracked', hint: 'GET /issues lists tracked issues.' },
  },
  PACKAGE_UNKNOWN: {
    status: 404,
    meaning: 'Repology has no package of this name.',
    remedy: 'Use the canonical name: lower case, without a version suffix. `hint` suggests projects.',
    example: { error: "Package 'no-such-thing' not found on the version aggregator" },
  },
  EVIDENCE_UNKNOWN: {
    status: 404,
    meaning: 'No document has this hash, or its source does not allow redistribution.',
    remedy: 'Use a hash from `integrity` in a recent response.',
    example: { error: 'No document with this SHA-256' },
  },
  CWE_INVALID_ID: {
    status: 400,
    meaning: 'The path does not contain a valid CWE ID.',
    remedy: 'Write the number, with or without `CWE-`.',
    example: { error: 'Invalid CWE ID. Expected: CWE-79 or 79' },
  },
  CWE_UNKNOWN: {
    status: 404,
    meaning: 'No record has this weakness.',
    remedy: 'Check the number. Records rarely use categories and views.',
    example: { error: 'No record has CWE-99999' },
  },
  OSV_INVALID_ID: {
    status: 400,
    meaning: 'The path does not contain a valid OSV ID.',
    remedy: 'Write the database prefix, a hyphen and the rest: `GHSA-…`, `PYSEC-…`, `DSA-…`.',
    example: { error: 'Invalid vulnerability ID format' },
  },
  OSV_UNKNOWN: {
    status: 404,
    meaning: 'OSV has no record with this ID.',
    remedy: '`hint` lists records that have it as an alias.',
    example: {
      error: "Vulnerability 'CVE-2021-23337' not found",
      hint: 'It is an alias of GHSA-35jh-r3h4-6jhm.',
    },
  },
  WEBHOOK_UNKNOWN: {
    status: 404,
    meaning: 'This account has no webhook with this ID.',
    remedy: 'Use an ID from `GET /webhooks`.',
    example: { error: 'No webhook with this ID', hint: 'GET /api/v1/webhooks lists your webhooks.' },
  },
  ROUTE_UNKNOWN: {
    status: 404,
    meaning: 'No endpoint has this path.',
    remedy: 'See `/api/v1/openapi.json`.',
    example: { error: 'No endpoint at /api/v1/cves', hint: 'See GET /api/v1/openapi.json for all endpoints.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The endpoint does not support this method.',
    remedy: 'The `Allow` header lists supported methods.',
    example: { error: 'DELETE is not allowed here', hint: 'Use GET, HEAD, OPTIONS.' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive in time.',
    remedy: 'Send headers and body without pausing.',
    example: { error: 'The request did not arrive in time' },
  },
  WEBHOOK_LIMIT: {
    status: 409,
    meaning: 'The account has reached its webhook limit.',
    remedy: 'Delete one, or let one webhook follow more packages.',
    example: { error: 'An account can have at most 10 webhooks', hint: 'DELETE /api/v1/webhooks/<id> makes room.' },
  },
  CURSOR_GONE: {
    status: 410,
    meaning:
      'The cursor is no longer valid, because the store was restored or rebuilt. Changes since then cannot be listed.',
    remedy:
      'Reload your data, for example with `POST /my`, and continue without `after`. Or read everything with `after=start`.',
    example: {
      error: 'The cursor is no longer valid',
      hint: 'Reload your data and continue without `after`, or use after=start.',
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is too large.',
    remedy: '`error` gives the limit in bytes.',
    example: { error: 'The body is larger than 1048576 bytes' },
  },
  SBOM_TOO_COSTLY: {
    status: 413,
    meaning: 'Processing the document took too much time or memory.',
    remedy: 'Split the document. If the service is busy, retry after `Retry-After` seconds.',
    example: { error: 'The document took longer than 10 s to process', hint: 'Split the document.' },
  },
  DIFF_TOO_COSTLY: {
    status: 413,
    meaning: 'Checking the diff took too much time or memory.',
    remedy: 'Send fewer packages. If the service is busy, retry after `Retry-After` seconds.',
    example: {
      error: 'The diff took longer than 10 s to check',
      hint: 'Send changes to fewer packages.',
    },
  },
  URI_TOO_LONG: {
    status: 414,
    meaning: 'The URL or a path parameter is too long.',
    remedy: '`error` gives the limit in characters.',
    example: { error: 'The URL is longer than 4096 characters' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type or encoding of the body is not supported.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
    example: { error: 'text/plain is not supported', hint: 'Send Content-Type: application/json.' },
  },
  WEBHOOK_ADDRESS_REFUSED: {
    status: 422,
    meaning: "The webhook's host is, or resolves to, a private, loopback, link-local or reserved address.",
    remedy: 'Use a public URL. Operators can allow their own hosts with `WEBHOOK_HOSTS`.',
    example: { error: 'hooks.example.org does not resolve to a public address' },
  },
  WEBHOOK_CHALLENGE_FAILED: {
    status: 422,
    meaning: 'The endpoint did not answer the challenge with status 200 and the value of `challenge`.',
    remedy: '`error` says how it answered. Respond with `{"challenge": "…"}` and the value sent, then register again.',
    example: {
      error: 'The endpoint answered the challenge with status 404',
      hint: 'Respond with status 200 and the JSON {"challenge": "<the value sent>"} within 5 s. Redirects are not followed.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Rate limit reached.',
    remedy: 'Wait `Retry-After` seconds. See the `X-RateLimit-*` headers for the limit.',
    example: {
      error: 'Rate limit of 30 requests per minute reached',
      hint: 'Retry in 12 s. /api/v1/openapi.json lists the limit of each endpoint.',
    },
  },
  BUDGET_EXCEEDED: {
    status: 429,
    meaning:
      'The caller exceeded another limit: connections, concurrent requests, uploads, waiting requests, live fetches, evaluated records, or requests from its IPv6 /48.',
    remedy:
      'Wait `Retry-After` seconds and send fewer requests at once. `details` names the limit. A key raises most limits.',
    example: {
      error: 'Too many concurrent requests (limit 8)',
      hint: 'Wait for a response before you send the next request.',
      details: { budget: 'computing', scope: 'caller', limit: 8, retryAfter: 1 },
    },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The request line and headers exceed 16 kB.',
    remedy: 'Send fewer or shorter headers.',
    example: { error: 'The request line and headers exceed 16 kB' },
  },
  INTERNAL: {
    status: 500,
    meaning: 'Internal error. The message never gives details.',
    remedy: 'Report it with the `requestId`.',
    example: { error: 'Internal server error' },
  },
  OVERLOADED: {
    status: 503,
    meaning: 'The service is overloaded and refused the request.',
    remedy: 'Retry after `Retry-After` seconds. `details` names the exhausted limit, if there is one.',
    example: {
      error: 'The service is overloaded',
      details: { budget: 'computing', scope: 'process', limit: 64, retryAfter: 1 },
    },
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    meaning: 'The database is unavailable and the response is not cached.',
    remedy: 'Retry after `Retry-After` seconds.',
    example: { error: 'The database is unavailable' },
  },
  NOT_COMPUTED_YET: {
    status: 503,
    meaning: 'The statistics have not been computed yet, after a first start or an upgrade.',
    remedy: 'Retry after `Retry-After` seconds. This does not mean that there is no data.',
    example: {
      error: 'The statistics have not been computed yet',
      hint: 'GET /api/v1/sources shows the progress of each source.',
    },
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    meaning: 'We have no data for this request, and the upstream that could answer is unavailable.',
    remedy: 'Retry after `Retry-After` seconds.',
    example: { error: 'The upstream that could answer is unavailable' },
  },
} as const satisfies Record<string, CodeMeaning>;

interface CodeMeaning {
  readonly status: number;
  readonly meaning: string;
  readonly remedy: string;
  /** Example body. Actual wording may differ. */
  readonly example: { readonly error: string; readonly hint?: string; readonly details?: BudgetDetails };
}

export type ErrorCode = keyof typeof ERRORS;

/** Error messages that the specification prescribes, and their codes. */
export const INPUT_ERRORS: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  [CVE_INVALID_ID_TEXT, 'CVE_INVALID_ID'],
  [CWE_INVALID_ID_TEXT, 'CWE_INVALID_ID'],
  [OSV_INVALID_ID_TEXT, 'OSV_INVALID_ID'],
]);

/** Codes that any endpoint may return. */
export const GENERAL_ERRORS = [
  'INVALID_PARAMETER',
  'KEY_INVALID',
  'RATE_LIMITED',
  'BUDGET_EXCEEDED',
  'INTERNAL',
  'OVERLOADED',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes that any endpoint with `auth` may also return. */
export const KEY_ERRORS = ['AUTH_REQUIRED', 'ACCESS_PENDING'] as const satisfies readonly ErrorCode[];

/** Codes for requests that never reach an endpoint. */
export const REQUEST_ERRORS = [
  'REQUEST_MALFORMED',
  'ROUTE_UNKNOWN',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
] as const satisfies readonly ErrorCode[];

/** Codes that any endpoint with a body may also return. */
export const BODY_ERRORS = [
  'BODY_INVALID',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ErrorCode[];

/** Spec section 7, plus `code` and `requestId`. */
export const ErrorBody = z
  .object({
    success: z.literal(false),
    error: z.string().describe('A message for people. The wording may change.'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('A stable code for programs.'),
    hint: z.string().optional().describe('How to fix the problem.'),
    details: BudgetDetails.optional().describe('For exceeded limits: which one, and when to retry.'),
    requestId: z.string().describe('Include this when you report the error.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export function exampleError(code: ErrorCode): ErrorBody {
  const { error, ...more }: CodeMeaning['example'] = ERRORS[code].example;
  return { success: false, error, code, ...more, requestId: 'f3b9c1d27a5e4c08' };
}
