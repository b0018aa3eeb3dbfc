import type { Answer } from './answer.ts';
import { faultOf, type TransportFault } from './fault.ts';

/** The answer a fault gives in place of the upstream's own, or null where the faults leave it its own. */
export function falseAnswer(faults: readonly TransportFault[]): Answer | null {
  const status = faultOf(faults, 'status');
  if (status !== undefined) {
    const headers = status.retryAfter === undefined ? {} : { 'retry-after': String(status.retryAfter) };
    return { status: status.status, headers, type: 'text/plain; charset=utf-8', body: Buffer.from('Try later.\n') };
  }
  const redirect = faultOf(faults, 'redirect');
  if (redirect !== undefined) return { status: 302, headers: { location: redirect.to } };
  if (faultOf(faults, 'html') !== undefined) {
    return { type: 'text/html; charset=utf-8', body: Buffer.from(MAINTENANCE_PAGE) };
  }
  // The type still promises JSON: only the bytes tell.
  if (faultOf(faults, 'garbage') !== undefined) return { type: 'application/json', body: GARBAGE };
  return null;
}

const MAINTENANCE_PAGE = `<!doctype html>
<html lang="en"><head><title>Scheduled maintenance</title></head>
<body><h1>We will be back soon</h1><p>This page stands in for the document you asked for.</p></body></html>
`;

const GARBAGE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3) * 59 + 131) % 256));
