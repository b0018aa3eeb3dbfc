export { type CallOptions, type Client, type ClientOptions, createClient, type Wait } from './client.ts';
export { AlmanacError } from './error.ts';
export { retryAfterOf } from './request.ts';
export { DEFAULT_RETRY_POLICY, waitBefore } from './retry-policy.ts';
export type { AnswerOf, InputOf } from './types.ts';
