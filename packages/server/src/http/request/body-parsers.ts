import type { RawBody } from '@almanac/contract';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ApiError } from '../../app/errors.ts';

/**
 * Objects and lists of a body that is read with its request: lists of names have a handful. To parse a megabyte of empty objects, and to look
 * for poisoned names in them, takes a tenth of a second, in which nobody else has a turn.
 */
const MOST_NODES = 2_000;
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** JSON of all routes that take no documents. */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (hasMoreNodes(body, MOST_NODES)) {
      done(new ApiError('BODY_INVALID', `The body contains more than ${MOST_NODES} objects and arrays`));
    } else void parse(request, body, done);
  });
}

/** Those within texts count, too. */
function hasMoreNodes(text: string, most: number): boolean {
  let nodes = 0;
  for (let i = 0; i < text.length && nodes <= most; i += 1) {
    const code = text.charCodeAt(i);
    if (code === BRACE || code === BRACKET) nodes += 1;
  }
  return nodes > most;
}

/** A route that takes a document as it was sent: bytes, of a few media types, and more of them than others do. */
export function takeRawBody(app: FastifyInstance, { media, limit }: RawBody, options: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(['application/json', ...media], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({ ...options, bodyLimit: limit });
  });
}

/** A route that takes JSON. A body of more than `most` bytes stays as it was sent: to parse it here would keep others waiting. */
export function takeJsonOrBytes(app: FastifyInstance, most: number, options: RouteOptions): void {
  app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      if (body.length > most) done(null, body);
      else void parse(request, body.toString(), done);
    });
    scope.route(options);
  });
}
