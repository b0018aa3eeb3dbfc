import type { Endpoint } from '@almanac/contract';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { routeUnknown } from '../../app/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { logFault } from '../errors/send-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import type { Operation } from '../operation.ts';
import type { Execute } from '../pipeline.ts';
import type { RawInput } from '../request/input.ts';
import { bodyOf } from '../response/send.ts';
import { assertBuffered } from '../response/streamed.ts';
import type { Input } from '../route.ts';
import type { HttpSettings } from '../settings.ts';

/** The JSON that an endpoint answers to this caller, as over the network. */
export type AskEndpoint = (
  request: FastifyRequest,
  gone: AbortSignal,
  endpoint: Endpoint,
  raw: RawInput,
) => Promise<string>;

export function endpointAsker({
  operationOf,
  execute,
  settings,
  deps,
  log,
}: {
  operationOf: (endpointId: string) => Operation<Input> | undefined;
  execute: Execute;
  settings: Pick<HttpSettings, 'bodyLimit'>;
  deps: Pick<Deps, 'now'>;
  log: Logger;
}): AskEndpoint {
  return async (request, gone, { id, path }, raw) => {
    const operation = operationOf(id);
    if (operation === undefined) throw routeUnknown(path);
    try {
      const { response } = await execute(operation, { request, raw, gone, url: null });
      return bodyOf(assertBuffered(response), false, deps.now()).toString();
    } catch (error) {
      const known = toApiError(error, settings.bodyLimit);
      if (known.status >= 500 && !known.quiet) logFault(log, request, known);
      throw known;
    }
  };
}
