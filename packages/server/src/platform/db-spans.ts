import type { LogEvent } from 'kysely';
import { currentTracing, errorType } from './tracing.ts';

/** Creates a span per statement if tracing is configured. */
export function spansOfQueries(database: string): { log?: (event: LogEvent) => void } {
  const tracing = currentTracing();
  if (tracing === null) return {};
  return {
    log(event) {
      const { sql } = event.query;
      const fields = {
        'db.system.name': 'postgresql',
        'db.namespace': database,
        'db.query.text': sql, // with $1 instead of values
        ...(event.level === 'error' ? { 'error.type': errorType(event.error) } : {}),
      };
      tracing.ended(operationOf(sql), 'client', fields, event.queryDurationMillis, event.level === 'error');
    },
  };
}

function operationOf(sql: string): string {
  return /^(?:\s|\/\*[^*]*\*\/)*(\w{1,20})/.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
}
