import type { RateLimit } from './rate-limit.ts';

/** 60 requests per hour for an address, 5,000 with a token. */
export const GITHUB_BUDGET: RateLimit = {
  requests: 60,
  authorised: 5000,
  windowMs: 3_600_000,
  status: 403,
  headers: 'x-ratelimit',
  message: 'API rate limit exceeded for 127.0.0.1.',
};
