import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type RequestIds = (request: Pick<IncomingMessage, 'headers'>) => string;

/**
 * A caller's own id is taken where it is safe in a log line and a header; otherwise we make one:
 * a random part for the process and a number for the request, which also shows what came after what.
 */
export function requestIds(): RequestIds {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && ACCEPTED.test(given)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

const ACCEPTED = /^[A-Za-z0-9-]{1,64}$/;
