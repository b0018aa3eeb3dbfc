export { retryAfterOf } from './retry-after.ts';
export { DEFAULT_RETRY_POLICY, type RetryPolicy, waitBefore } from './retry-policy.ts';
