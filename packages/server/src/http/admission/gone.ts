import type { ServerResponse } from 'node:http';
import { callerGone } from '../../app/errors.ts';

/** Aborted when the connection closes before the answer was sent in full. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    if (!response.writableFinished) controller.abort(callerGone());
  };
  if (response.closed) close();
  else response.once('close', close);
  return controller.signal;
}
