import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer, textAnswer } from './answer.ts';
import { faultOf, type TransportFault } from './fault.ts';

/** Returns null if no fault replaces the upstream's response. */
export function falseAnswer(
  faults: readonly TransportFault[],
  { headers: sent, url }: { readonly headers: IncomingHttpHeaders; readonly url: URL },
): Answer | null {
  const status = faultOf(faults, 'status');
  if (status !== undefined) {
    const headers = status.retryAfter === undefined ? {} : { 'retry-after': String(status.retryAfter) };
    return { status: status.status, headers, type: 'text/plain; charset=utf-8', body: Buffer.from('Try later.\n') };
  }
  const redirect = faultOf(faults, 'redirect');
  if (redirect !== undefined) return { status: 302, headers: { location: redirect.to } };
  if (faultOf(faults, 'html') !== undefined) return MAINTENANCE;
  if (faultOf(faults, 'blocked') !== undefined) return { ...MAINTENANCE, status: 403 };
  if (faultOf(faults, 'empty') !== undefined) return { type: 'application/json', body: Buffer.alloc(0) };
  const refused = faultOf(faults, 'token_refused');
  if (refused?.status === 404 && sent['apikey'] !== undefined) return INVALID_KEY;
  if (refused !== undefined && (sent.authorization ?? sent['apikey']) !== undefined) return refuseToken(refused.status);
  const paged = faultOf(faults, 'page_size');
  if (paged !== undefined && Number(url.searchParams.get(paged.param)) > paged.max) return { status: 404 };
  // The type still promises JSON, so only the bytes reveal the fault.
  if (faultOf(faults, 'garbage') !== undefined) return { type: 'application/json', body: GARBAGE };
  return null;
}

function refuseToken(status: 401 | 403 | 404): Answer {
  if (status === 404) return textAnswer(404, '404: Not Found');
  const message = status === 401 ? 'Bad credentials' : 'Resource not accessible by personal access token';
  return jsonAnswer(
    { message, status: String(status) },
    { status, headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4990' } },
  );
}

/** As NVD reports it. */
const INVALID_KEY: Answer = { status: 404, headers: { message: 'Invalid apiKey.' } };

const MAINTENANCE_PAGE = `<!doctype html>
<html lang="en"><head><title>Scheduled maintenance</title></head>
<body><h1>We will be back soon</h1><p>This page stands in for the document you asked for.</p></body></html>
`;

const MAINTENANCE: Answer = { type: 'text/html; charset=utf-8', body: Buffer.from(MAINTENANCE_PAGE) };

const GARBAGE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3) * 59 + 131) % 256));
