import type { TakenDocument } from '@almanac/contract';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** A route that takes a document as it was sent: bytes, of a few media types, and more of them than others do. */
export function takeDocument(app: FastifyInstance, { media, limit }: TakenDocument, options: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(['application/json', ...media], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({ ...options, bodyLimit: limit });
  });
}

/** A route that takes JSON. A body of more than `most` bytes stays as it was sent: to parse it here would keep others waiting. */
export function takeUnread(app: FastifyInstance, most: number, options: RouteOptions): void {
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
