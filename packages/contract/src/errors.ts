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
    meaning:
      'A path or query parameter is missing, repeated or has a value that is not allowed, or a key is sent in the address.',
    remedy: '`error` names the parameter, the value and what is allowed.',
    example: { error: "Parameter 'status' has the value 'done': expected open, closed or all" },
  },
  BODY_INVALID: {
    status: 400,
    meaning: 'The body is not JSON, or not of the form that the endpoint takes.',
    remedy: '`error` names the member and what is expected there.',
    example: { error: "Member 'ids': expected an array" },
  },
  REQUEST_MALFORMED: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its address has an invalid percent escape.',
    remedy: 'Percent-encode reserved characters in the path, as UTF-8.',
    example: { error: 'The address has an invalid percent escape' },
  },
  CVE_INVALID_ID: {
    status: 400,
    meaning: 'The address holds something else where a CVE id belongs.',
    remedy: 'Write `CVE-`, the year and four digits or more, in any case.',
    example: { error: 'Invalid CVE ID format. Expected: CVE-YYYY-NNNNN' },
  },
  DIFF_INVALID: {
    status: 400,
    meaning: 'What was sent as a diff cannot be read as one.',
    remedy: '`error` names the line and what is expected there. Send what `git diff` prints.',
    example: {
      error: "Member 'diff', line 12: the hunk has more lines than its heading says",
      hint: 'Send what `git diff` prints, unchanged.',
    },
  },
  SBOM_INVALID: {
    status: 400,
    meaning:
      'The document is no bill of materials that is taken here: of another format or version, broken, nested too deeply, or with entities.',
    remedy: '`error` says what and where. `GET /sbom/formats` lists what is taken.',
    example: {
      error: 'CycloneDX 1.1 is not taken',
      hint: 'GET /api/v1/sbom/formats lists the formats and versions that are.',
    },
  },
  SBOM_TOO_MANY_COMPONENTS: {
    status: 400,
    meaning: 'The bill of materials has more components than are examined at once.',
    remedy: 'Send it in parts.',
    example: { error: 'The document has more than 50000 components', hint: 'Send it in parts.' },
  },
  WEBHOOK_URL_TOO_LONG: {
    status: 400,
    meaning: 'The address of a webhook is longer than 2,048 characters.',
    remedy: 'Use a shorter address.',
    example: { error: 'The address has 4096 characters; at most 2048 are taken' },
  },
  AUTH_REQUIRED: {
    status: 401,
    meaning: 'The endpoint needs an API key, and none was sent.',
    remedy: 'Send `Authorization: Bearer <key>`. `POST /request-access` gives out keys.',
    example: { error: 'This endpoint needs an API key', hint: 'Send `Authorization: Bearer <key>`.' },
  },
  KEY_INVALID: {
    status: 401,
    meaning:
      'What was sent as an API key is none, or is no longer one. Without it, a public endpoint would have answered.',
    remedy: 'Send the key as it was given out, or none. `POST /request-access` with `rotate` replaces a lost one.',
    example: { error: 'The API key is not valid', hint: 'POST /api/v1/request-access gives out keys.' },
  },
  TOKEN_INVALID: {
    status: 401,
    meaning: 'The identity provider does not know the token, or has given it to another client.',
    remedy: 'Start the device flow again; `GET /version` names its addresses and the client.',
    example: { error: 'The identity provider does not accept the token' },
  },
  ACCESS_PENDING: {
    status: 403,
    meaning: 'The account exists, and an operator has not decided about it yet.',
    remedy: 'Ask again with `POST /request-access` later.',
    example: { error: 'Access of this account has not been granted yet' },
  },
  ACCESS_DENIED: {
    status: 403,
    meaning: 'An operator has refused or withdrawn the access of this account.',
    remedy: 'Write to the operator; asking again changes nothing.',
    example: { error: 'Access of this account was withdrawn' },
  },
  CVE_UNKNOWN: {
    status: 404,
    meaning: 'No authority has allocated this CVE id, and no source has a record of it.',
    remedy: 'Check the id. An id that was allocated a minute ago may take an hour to appear.',
    example: {
      error: 'not_found',
      hint: 'CVE-2026-99999 is known to no source. Expected format: CVE-YYYY-NNNNN+.',
    },
  },
  CVE_NOT_KNOWN_AT: {
    status: 404,
    meaning: 'The CVE was not known at the date asked for.',
    remedy: '`hint` says since when it is.',
    example: { error: 'CVE-2024-3094 was not known then', hint: 'First known 2024-03-29T17:15:21.150Z.' },
  },
  ISSUE_UNKNOWN: {
    status: 404,
    meaning: 'The tracker has no issue of this number that names a CVE and carries the security label, and never had.',
    remedy: 'Take numbers from `GET /issues`. Pull requests are no issues.',
    example: { error: 'Issue 42 is not tracked', hint: 'GET /issues lists every tracked issue.' },
  },
  PACKAGE_UNKNOWN: {
    status: 404,
    meaning: 'The version aggregator, asked within the hour, has no such package.',
    remedy: 'Use the canonical name: lower case, no version suffix. `hint` names projects that may be meant.',
    example: { error: "Package 'no-such-thing' not found on the version aggregator" },
  },
  EVIDENCE_UNKNOWN: {
    status: 404,
    meaning: 'No document with this hash is kept, or its source does not allow it to be passed on.',
    remedy: 'Take hashes from `integrity` of a recent answer.',
    example: { error: 'No evidence with this SHA-256' },
  },
  CWE_INVALID_ID: {
    status: 400,
    meaning: 'The address holds something else where a weakness id belongs.',
    remedy: 'Write its number, with or without `CWE-` before it.',
    example: { error: 'Invalid weakness id. Expected: CWE-79 or 79' },
  },
  CWE_UNKNOWN: {
    status: 404,
    meaning: 'No record that is stored names this weakness.',
    remedy: 'Check the number. Categories and views of the weakness list are rarely named.',
    example: { error: 'No stored record names CWE-99999' },
  },
  OSV_INVALID_ID: {
    status: 400,
    meaning: 'The address holds something else where an OSV identifier belongs.',
    remedy: 'Write the prefix of its database, a hyphen and the rest: `GHSA-…`, `PYSEC-…`, `DSA-…`.',
    example: { error: 'Invalid vulnerability ID format' },
  },
  OSV_UNKNOWN: {
    status: 404,
    meaning: 'The mirror of OSV has no record with this id.',
    remedy: '`hint` names the records that call it an alias, where there are any.',
    example: {
      error: "Vulnerability 'CVE-2021-23337' not found",
      hint: 'It is an alias of GHSA-35jh-r3h4-6jhm.',
    },
  },
  WEBHOOK_UNKNOWN: {
    status: 404,
    meaning: 'The account of this key has no webhook with this id. Webhooks of other accounts are not shown.',
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
    meaning: 'The endpoint exists, but not for this method.',
    remedy: 'The `Allow` header lists the methods that it takes.',
    example: { error: 'DELETE is not allowed here', hint: 'Use GET, HEAD, OPTIONS.' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive in full in time.',
    remedy: 'Send headers and body without pauses.',
    example: { error: 'The request did not arrive in time' },
  },
  WEBHOOK_LIMIT: {
    status: 409,
    meaning: 'The account has as many webhooks as an account may have.',
    remedy: 'Delete one, or let one webhook follow more packages.',
    example: { error: 'An account has at most 10 webhooks', hint: 'DELETE /api/v1/webhooks/<id> makes room.' },
  },
  CURSOR_GONE: {
    status: 410,
    meaning:
      'The change that the cursor names is not in the log of changes: the store was restored from a backup or filled again, or the change is no longer kept. What happened since cannot be told from this cursor.',
    remedy:
      'Read what you follow once more, such as with `POST /my`, and go on without `after`; or read everything again with `after=start`.',
    example: {
      error: 'The cursor is of another history',
      hint: 'Read what you follow once more and go on without `after`, or begin with after=start.',
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than the endpoint takes.',
    remedy: '`error` says the limit in bytes.',
    example: { error: 'The body is larger than 1048576 bytes' },
  },
  SBOM_TOO_COSTLY: {
    status: 413,
    meaning: 'To examine the document took more time or memory than one document is given.',
    remedy: 'Send it in parts. Where the service is busy, trying again after `Retry-After` seconds may do.',
    example: { error: 'To examine the document took longer than 10 s', hint: 'Send it in parts.' },
  },
  DIFF_TOO_COSTLY: {
    status: 413,
    meaning: 'To check the diff took more time or memory than one diff is given.',
    remedy:
      'Send the changes of fewer packages at once. Where the service is busy, trying again after `Retry-After` seconds may do.',
    example: {
      error: 'To check the diff took longer than 10 s',
      hint: 'Send the changes of fewer packages at once.',
    },
  },
  URI_TOO_LONG: {
    status: 414,
    meaning: 'The address, or one parameter in its path, is longer than any valid one.',
    remedy: '`error` says the limit in characters.',
    example: { error: 'The address is longer than 4096 characters' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body has a content type or a content encoding that the endpoint does not take.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
    example: { error: 'text/plain is not taken here', hint: 'Send Content-Type: application/json.' },
  },
  WEBHOOK_ADDRESS_REFUSED: {
    status: 422,
    meaning:
      'The host of the webhook is, or resolves to, an address that is not on the public Internet: private, loopback, link-local or reserved.',
    remedy: 'Use a public address. An operator may allow hosts of its own network with `WEBHOOK_HOSTS`.',
    example: { error: 'hooks.example.org does not lead to a public address' },
  },
  WEBHOOK_CHALLENGE_FAILED: {
    status: 422,
    meaning:
      'The address did not answer the challenge with status 200 and the value of `challenge`, so nothing shows that it belongs to the caller.',
    remedy:
      '`error` says what came instead. Answer `{"challenge": "…"}` with the value that was sent, then register again.',
    example: {
      error: 'The address answered the challenge with status 404',
      hint: 'Answer with status 200 and the JSON {"challenge": "<the value sent>"} within 5 s. Redirects are not followed.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The budget of this minute is used up.',
    remedy: 'Wait for `Retry-After` seconds; `X-RateLimit-*` says the budget.',
    example: {
      error: 'Rate limit of 30 requests per minute exceeded',
      hint: 'Wait 12 s, or see /api/v1/openapi.json for the budget of each endpoint.',
    },
  },
  BUDGET_EXCEEDED: {
    status: 429,
    meaning:
      'One of the budgets of the caller beside its requests a minute is used up: connections, computations, uploads, requests that wait for changes, live fetches, entries evaluated, or the requests of its IPv6 /48.',
    remedy:
      'Wait for `Retry-After` seconds. `details` names the budget and its limit; send less at once. A key gives larger budgets.',
    example: {
      error: 'At most 8 answers are computed at once for one caller',
      hint: 'Wait for an answer before you send the next request.',
      details: { budget: 'computing', scope: 'caller', limit: 8, retryAfter: 1 },
    },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The request line and headers together are over 16 kB.',
    remedy: 'Send fewer or shorter headers.',
    example: { error: 'The request line and headers are over 16 kB' },
  },
  INTERNAL: {
    status: 500,
    meaning: 'A fault of the service. The text is fixed and says nothing of the cause.',
    remedy: 'Report it with its `requestId`.',
    example: { error: 'Internal server error' },
  },
  OVERLOADED: {
    status: 503,
    meaning: 'The service has more work than it can finish in time and refused this request early.',
    remedy:
      'Try again after `Retry-After` seconds. `details` names the shared budget that is used up, where it is one.',
    example: {
      error: 'The service is overloaded',
      details: { budget: 'computing', scope: 'process', limit: 64, retryAfter: 1 },
    },
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    meaning: 'The answer is not in the cache and the database cannot be reached. Nothing is known about the question.',
    remedy: 'Try again after `Retry-After` seconds.',
    example: { error: 'The database cannot be reached' },
  },
  NOT_COMPUTED_YET: {
    status: 503,
    meaning:
      'The figures have not been computed yet: no source has been read to its end, or a new release is computing them again.',
    remedy:
      'Try again after `Retry-After` seconds. Nothing is known about the question: it is not that there is nothing.',
    example: {
      error: 'These figures have not been computed yet',
      hint: 'GET /api/v1/sources says how far each source is.',
    },
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    meaning: 'Nothing is stored about the question and the upstream that could answer it cannot be reached.',
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
