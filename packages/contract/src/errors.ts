import * as z from 'zod';
import { BudgetDetails } from './budgets.ts';
import { CVE_INVALID_ID_TEXT } from './objects/cve-id-input.ts';
import { CWE_INVALID_ID_TEXT } from './objects/cwe-id-input.ts';
import { OSV_INVALID_ID_TEXT } from './objects/osv-id-input.ts';

/**
 * Every code a caller may see. Codes are stable: clients branch on them, never on the text of `error`.
 * `docs/errors.md` and OpenAPI carry the same list; a test holds them equal.
 */
export const ERRORS = {
  INVALID_PARAMETER: {
    status: 400,
    meaning: 'A path or query parameter is missing, repeated or invalid, or the address contains a key.',
    remedy: '`error` names the parameter, its value and what is allowed.',
    example: { error: "Parameter 'status' has the value 'done': expected open, closed or all" },
  },
  BODY_INVALID: {
    status: 400,
    meaning: 'The body is not JSON, or not in the form that the endpoint takes.',
    remedy: '`error` names the member and what is expected.',
    example: { error: "Member 'ids': expected an array" },
  },
  REQUEST_MALFORMED: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its address has an invalid percent escape.',
    remedy: 'Percent-encode reserved characters in the path as UTF-8.',
    example: { error: 'The address has an invalid percent escape' },
  },
  CVE_INVALID_ID: {
    status: 400,
    meaning: 'The address does not contain a valid CVE id.',
    remedy: 'Write `CVE-`, the year, and four or more digits, in any case.',
    example: { error: 'Invalid CVE ID format. Expected: CVE-YYYY-NNNNN' },
  },
  DIFF_INVALID: {
    status: 400,
    meaning: 'The diff cannot be parsed.',
    remedy: '`error` names the line and what is expected. Send the output of `git diff`.',
    example: {
      error: "Member 'diff', line 12: the hunk has more lines than its heading says",
      hint: 'Send what `git diff` prints, unchanged.',
    },
  },
  SBOM_INVALID: {
    status: 400,
    meaning:
      'The bill of materials has an unsupported format or version, is malformed or nested too deeply, or contains entities.',
    remedy: '`error` says what and where. `GET /sbom/formats` lists what is supported.',
    example: {
      error: 'CycloneDX 1.1 is not taken',
      hint: 'GET /api/v1/sbom/formats lists the formats and versions that are.',
    },
  },
  SBOM_TOO_MANY_COMPONENTS: {
    status: 400,
    meaning: 'The bill of materials has too many components.',
    remedy: 'Send it in parts.',
    example: { error: 'The document has more than 50000 components', hint: 'Send it in parts.' },
  },
  WEBHOOK_URL_TOO_LONG: {
    status: 400,
    meaning: "The webhook's address is longer than 2,048 characters.",
    remedy: 'Use a shorter address.',
    example: { error: 'The address has 4096 characters; at most 2048 are taken' },
  },
  AUTH_REQUIRED: {
    status: 401,
    meaning: 'The endpoint needs an API key.',
    remedy: 'Send `Authorization: Bearer <key>`. `POST /request-access` issues keys.',
    example: { error: 'This endpoint needs an API key', hint: 'Send `Authorization: Bearer <key>`.' },
  },
  KEY_INVALID: {
    status: 401,
    meaning: 'The API key is not valid, or no longer valid.',
    remedy: 'Send a valid key, or none on public endpoints. `POST /request-access` with `rotate` replaces a lost key.',
    example: { error: 'The API key is not valid', hint: 'POST /api/v1/request-access gives out keys.' },
  },
  TOKEN_INVALID: {
    status: 401,
    meaning: 'The identity provider does not know the token, or issued it to another client.',
    remedy: 'Start the device flow again; `GET /version` has its addresses and client.',
    example: { error: 'The identity provider does not accept the token' },
  },
  ACCESS_PENDING: {
    status: 403,
    meaning: 'An operator has not decided about this account yet.',
    remedy: 'Repeat `POST /request-access` later.',
    example: { error: 'Access of this account has not been granted yet' },
  },
  ACCESS_DENIED: {
    status: 403,
    meaning: "An operator has refused or withdrawn this account's access.",
    remedy: 'Contact the operator.',
    example: { error: 'Access of this account was withdrawn' },
  },
  CVE_UNKNOWN: {
    status: 404,
    meaning: 'The CVE id has not been allocated, and no source has a record of it.',
    remedy: 'Check the id. A new id may take an hour to appear.',
    example: {
      error: 'not_found',
      hint: 'CVE-2026-99999 is known to no source. Expected format: CVE-YYYY-NNNNN+.',
    },
  },
  CVE_NOT_KNOWN_AT: {
    status: 404,
    meaning: 'The CVE was not known on that date.',
    remedy: '`hint` says when it became known.',
    example: { error: 'CVE-2024-3094 was not known then', hint: 'First known 2024-03-29T17:15:21.150Z.' },
  },
  ISSUE_UNKNOWN: {
    status: 404,
    meaning: 'The tracker has never had an issue with this number, a CVE and the security label.',
    remedy: 'Take numbers from `GET /issues`. Pull requests are not issues.',
    example: { error: 'Issue 42 is not tracked', hint: 'GET /issues lists every tracked issue.' },
  },
  PACKAGE_UNKNOWN: {
    status: 404,
    meaning: 'Repology, asked within the last hour, has no such package.',
    remedy: 'Use the canonical name: lower case, no version suffix. `hint` suggests projects.',
    example: { error: "Package 'no-such-thing' not found on the version aggregator" },
  },
  EVIDENCE_UNKNOWN: {
    status: 404,
    meaning: 'No document has this hash, or its source does not allow redistribution.',
    remedy: 'Take hashes from `integrity` of a recent response.',
    example: { error: 'No evidence with this SHA-256' },
  },
  CWE_INVALID_ID: {
    status: 400,
    meaning: 'The address does not contain a valid weakness id.',
    remedy: 'Write its number, with or without `CWE-`.',
    example: { error: 'Invalid weakness id. Expected: CWE-79 or 79' },
  },
  CWE_UNKNOWN: {
    status: 404,
    meaning: 'No stored record names this weakness.',
    remedy: 'Check the number. Records rarely name categories and views.',
    example: { error: 'No stored record names CWE-99999' },
  },
  OSV_INVALID_ID: {
    status: 400,
    meaning: 'The address does not contain a valid OSV id.',
    remedy: "Write the database's prefix, a hyphen and the rest: `GHSA-…`, `PYSEC-…`, `DSA-…`.",
    example: { error: 'Invalid vulnerability ID format' },
  },
  OSV_UNKNOWN: {
    status: 404,
    meaning: 'OSV has no record with this id.',
    remedy: '`hint` names records that list it as an alias.',
    example: {
      error: "Vulnerability 'CVE-2021-23337' not found",
      hint: 'It is an alias of GHSA-35jh-r3h4-6jhm.',
    },
  },
  WEBHOOK_UNKNOWN: {
    status: 404,
    meaning: 'This account has no webhook with this id.',
    remedy: 'Take ids from `GET /webhooks`.',
    example: { error: 'No webhook with this id', hint: 'GET /api/v1/webhooks lists yours.' },
  },
  ROUTE_UNKNOWN: {
    status: 404,
    meaning: 'No endpoint has this address.',
    remedy: '`/api/v1/openapi.json` lists every address.',
    example: { error: 'No endpoint at /api/v1/cves', hint: 'GET /api/v1/openapi.json lists every address.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The endpoint does not support this method.',
    remedy: 'The `Allow` header lists its methods.',
    example: { error: 'DELETE is not allowed here', hint: 'Use GET, HEAD, OPTIONS.' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive in time.',
    remedy: 'Send headers and body without pauses.',
    example: { error: 'The request did not arrive in time' },
  },
  WEBHOOK_LIMIT: {
    status: 409,
    meaning: 'The account has reached its limit of webhooks.',
    remedy: 'Delete one, or let one webhook follow more packages.',
    example: { error: 'An account has at most 10 webhooks', hint: 'DELETE /api/v1/webhooks/<id> makes room.' },
  },
  CURSOR_GONE: {
    status: 410,
    meaning:
      "The cursor's change is no longer in the log, because the store was restored or refilled. What happened since cannot be told from this cursor.",
    remedy:
      'Read what you follow again, such as with `POST /my`, and continue without `after`; or read everything with `after=start`.',
    example: {
      error: 'The cursor is of another history',
      hint: 'Read what you follow once more and go on without `after`, or begin with after=start.',
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is too large.',
    remedy: '`error` says the limit in bytes.',
    example: { error: 'The body is larger than 1048576 bytes' },
  },
  SBOM_TOO_COSTLY: {
    status: 413,
    meaning: 'Examining the document took too much time or memory.',
    remedy: 'Send it in parts, or try again after `Retry-After` if the service is busy.',
    example: { error: 'To examine the document took longer than 10 s', hint: 'Send it in parts.' },
  },
  DIFF_TOO_COSTLY: {
    status: 413,
    meaning: 'Checking the diff took too much time or memory.',
    remedy: 'Send fewer packages at once, or try again after `Retry-After` if the service is busy.',
    example: {
      error: 'To check the diff took longer than 10 s',
      hint: 'Send the changes of fewer packages at once.',
    },
  },
  URI_TOO_LONG: {
    status: 414,
    meaning: 'The address, or a parameter in its path, is too long.',
    remedy: '`error` says the limit in characters.',
    example: { error: 'The address is longer than 4096 characters' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: "The body's content type or encoding is not supported.",
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
    example: { error: 'text/plain is not taken here', hint: 'Send Content-Type: application/json.' },
  },
  WEBHOOK_ADDRESS_REFUSED: {
    status: 422,
    meaning: "The webhook's host is, or resolves to, a private, loopback, link-local or reserved address.",
    remedy: 'Use a public address. Operators can allow their own hosts with `WEBHOOK_HOSTS`.',
    example: { error: 'hooks.example.org does not lead to a public address' },
  },
  WEBHOOK_CHALLENGE_FAILED: {
    status: 422,
    meaning: 'The address did not answer the challenge with status 200 and the value of `challenge`.',
    remedy: '`error` says what it answered. Answer `{"challenge": "…"}` with the value sent, and register again.',
    example: {
      error: 'The address answered the challenge with status 404',
      hint: 'Answer with status 200 and the JSON {"challenge": "<the value sent>"} within 5 s. Redirects are not followed.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Rate limit reached.',
    remedy: 'Wait for `Retry-After` seconds; `X-RateLimit-*` has the limit.',
    example: {
      error: 'Rate limit of 30 requests per minute exceeded',
      hint: 'Wait 12 s, or see /api/v1/openapi.json for the budget of each endpoint.',
    },
  },
  BUDGET_EXCEEDED: {
    status: 429,
    meaning:
      'Another budget of the caller is used up: connections, computations, uploads, waiting requests, live fetches, evaluated records, or the requests of its IPv6 /48.',
    remedy:
      'Wait for `Retry-After` seconds, and send less at once. `details` names the budget. A key raises most budgets.',
    example: {
      error: 'At most 8 answers are computed at once for one caller',
      hint: 'Wait for an answer before you send the next request.',
      details: { budget: 'computing', scope: 'caller', limit: 8, retryAfter: 1 },
    },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'Request line and headers are over 16 kB together.',
    remedy: 'Send fewer or shorter headers.',
    example: { error: 'The request line and headers are over 16 kB' },
  },
  INTERNAL: {
    status: 500,
    meaning: 'Internal error. The text is fixed and says nothing about the cause.',
    remedy: 'Report it with its `requestId`.',
    example: { error: 'Internal server error' },
  },
  OVERLOADED: {
    status: 503,
    meaning: 'The service is busy and refused this request early.',
    remedy: 'Try again after `Retry-After` seconds. `details` names the shared budget, if one is used up.',
    example: {
      error: 'The service is overloaded',
      details: { budget: 'computing', scope: 'process', limit: 64, retryAfter: 1 },
    },
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    meaning: 'The database cannot be reached, and the response is not cached. Nothing is known about the question.',
    remedy: 'Try again after `Retry-After` seconds.',
    example: { error: 'The database cannot be reached' },
  },
  NOT_COMPUTED_YET: {
    status: 503,
    meaning: 'These statistics have not been computed yet, after a first start or an upgrade.',
    remedy: 'Try again after `Retry-After` seconds. This does not mean that there is nothing.',
    example: {
      error: 'These figures have not been computed yet',
      hint: 'GET /api/v1/sources says how far each source is.',
    },
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    meaning: 'Nothing is stored about the question, and the upstream that could answer cannot be reached.',
    remedy: 'Try again after `Retry-After` seconds.',
    example: { error: 'The source that could answer cannot be reached' },
  },
} as const satisfies Record<string, CodeMeaning>;

interface CodeMeaning {
  readonly status: number;
  readonly meaning: string;
  readonly remedy: string;
  /** Texts of an example body. The wording is for people and may differ in an answer. */
  readonly example: { readonly error: string; readonly hint?: string; readonly details?: BudgetDetails };
}

/** A code of the catalogue. */
export type ErrorCode = keyof typeof ERRORS;

/** Texts of the contract that stand word for word in its schemas: each has a code of its own. */
export const INPUT_ERRORS: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  [CVE_INVALID_ID_TEXT, 'CVE_INVALID_ID'],
  [CWE_INVALID_ID_TEXT, 'CWE_INVALID_ID'],
  [OSV_INVALID_ID_TEXT, 'OSV_INVALID_ID'],
]);

/** Codes that any endpoint may answer, whatever it is. */
export const GENERAL_ERRORS = [
  'INVALID_PARAMETER',
  'KEY_INVALID',
  'RATE_LIMITED',
  'BUDGET_EXCEEDED',
  'INTERNAL',
  'OVERLOADED',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes that any endpoint with `auth` may answer besides. */
export const KEY_ERRORS = ['AUTH_REQUIRED', 'ACCESS_PENDING'] as const satisfies readonly ErrorCode[];

/** Codes of requests that never reach an endpoint: framing, address and method. */
export const REQUEST_ERRORS = [
  'REQUEST_MALFORMED',
  'ROUTE_UNKNOWN',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
] as const satisfies readonly ErrorCode[];

/** Codes that any endpoint with a body may answer besides. */
export const BODY_ERRORS = [
  'BODY_INVALID',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ErrorCode[];

/** The body of every error (spec section 7, with `code` and `requestId` on all of them). */
export const ErrorBody = z
  .object({
    success: z.literal(false),
    error: z.string().describe('For people; its wording may change.'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('For programs; stable.'),
    hint: z.string().optional().describe('What to do instead.'),
    details: BudgetDetails.optional().describe('Of a refusal by a budget: which one, and when to try again.'),
    requestId: z.string().describe('Name it when you report the error.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A whole error body with this code. */
export function exampleError(code: ErrorCode): ErrorBody {
  const { error, ...more }: CodeMeaning['example'] = ERRORS[code].example;
  return { success: false, error, code, ...more, requestId: 'f3b9c1d27a5e4c08' };
}
