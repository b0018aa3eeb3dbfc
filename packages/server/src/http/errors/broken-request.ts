import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@almanac/contract';
import { ApiError } from '../../app/errors.ts';
import { errorBody } from './send-error.ts';

/** What never became a request (broken HTTP, headers too large or too slow) is answered on the bare socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code = BROKEN[error.code ?? ''] ?? 'REQUEST_MALFORMED';
  socket.end(bareAnswer(new ApiError(code, ERRORS[code].meaning), requestId));
}

/** A whole answer that is sent past the server, and the last of its connection. */
export function bareAnswer(error: ApiError, requestId: string): string {
  const { status, retryAfter } = error;
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Cache: MISS',
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    'Connection: close',
  ];
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

const BROKEN: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
