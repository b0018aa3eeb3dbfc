import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Writes JSON lines to standard output. One per process. */
export function openLogger(level: string, name: string): Logger {
  return pino(loggerOptions(level, name));
}

/**
 * Removes known secrets by path. Headers, bodies and query strings are never logged, so that a token sent in the wrong
 * place does not end up in a file.
 */
export function loggerOptions(level: string, name: string): LoggerOptions {
  return {
    name,
    level,
    redact: { paths: SECRETS, censor: '[redacted]' },
    serializers: { err: (error: unknown) => errorFields(error) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  };
}

const NAMES = ['authorization', 'cookie', 'token', 'apiKey', 'password', 'secret'];
const SECRETS = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Messages may quote a statement or a document of megabytes (a failed insert once logged 750 kB). */
const MAX_MESSAGE = 500;

export function errorFields(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error).slice(0, MAX_MESSAGE)) };
  return {
    type: error.name,
    message: withoutSecrets(error.message.slice(0, MAX_MESSAGE)),
    code: 'code' in error ? error.code : undefined,
    stack: withoutSecrets((error.stack ?? '').split('\n').slice(1, 12).join('\n').slice(0, 2_000)),
    cause: error.cause === undefined || depth > 3 ? undefined : errorFields(error.cause, depth + 1),
  };
}

/**
 * Messages quote URLs and headers. The scheme is matched first, so that `Authorization: Bearer x` loses the `x` too.
 */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b(Bearer|Basic) [^\s"',;]+/gi, '$1 [redacted]')
    .replaceAll(/(token|key|secret|password|authorization|cookie)("? ?[=:] ?"?)[^\s"',;&}]+/gi, '$1$2[redacted]')
    .replaceAll(/:\/\/[^\s/@]+@/g, '://[redacted]@');
}
