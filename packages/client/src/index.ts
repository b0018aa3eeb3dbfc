export { type CallOptions, type Client, type ClientOptions, createClient, type Wait } from './client.ts';
export { AlmanacError } from './error.ts';
export type { AnswerOf, InputOf } from './types.ts';
