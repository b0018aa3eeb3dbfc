import { ApiError, bodyTooLarge, storageUnavailable, uriTooLong } from '../../app/errors.ts';
import { isStorageUnavailable } from '../../platform/unavailable.ts';

/** Longest value of one path parameter that Fastify hands on; longer ones are 414. */
export const MAX_PARAMETER = 1_000;
/** Longest address that is read at all. */
export const MAX_URL = 4_096;

/** Whatever was thrown, as the error the caller sees. */
export function toApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const framework = FRAMEWORK[code];
  if (framework !== undefined) return framework(bodyLimit);
  if (error instanceof SyntaxError && 'statusCode' in error) return notJson();
  if (isStorageUnavailable(error)) return storageUnavailable(error);
  return new ApiError('INTERNAL', 'Internal server error', { cause: error });
}

/** Fastify's own refusals, in our words: it would answer with a body of another shape. */
const FRAMEWORK: Record<string, ((bodyLimit: number) => ApiError) | undefined> = {
  FST_ERR_BAD_URL: () => new ApiError('REQUEST_MALFORMED', 'The URL contains an invalid percent escape'),
  FST_ERR_MAX_PARAM_LENGTH: () => uriTooLong(MAX_PARAMETER),
  FST_ERR_CTP_BODY_TOO_LARGE: (limit) => bodyTooLarge(limit, limit),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => wrongMediaType(),
  FST_ERR_CTP_EMPTY_TYPE: () => wrongMediaType(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new ApiError('BODY_INVALID', 'The body is empty; send JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => notJson(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('REQUEST_MALFORMED', 'The body length does not match Content-Length'),
};

export function wrongMediaType(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON without a content encoding', {
    hint: 'Send `Content-Type: application/json`.',
  });
}

function notJson(): ApiError {
  return new ApiError('BODY_INVALID', 'The body is not valid JSON');
}
