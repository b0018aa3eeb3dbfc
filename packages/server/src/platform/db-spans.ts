import type { LogEvent } from 'kysely';
import { currentTracing, errorType } from './tracing.ts';

/** For Kysely: a span for each statement where traces are configured, otherwise nothing that costs time. */
export function spansOfQueries(database: string): { log?: (event: LogEvent) => void } {
  const tracing = currentTracing();
  if (tracing === null) return {};
  return {
    log(event) {
      const { sql } = event.query;
      const fields = {
        'db.system.name': 'postgresql',
        'db.namespace': database,
        'db.query.text': sql, // with $1 in place of values
        ...(event.level === 'error' ? { 'error.type': errorType(event.error) } : {}),
      };
      tracing.ended(operationOf(sql), 'client', fields, event.queryDurationMillis, event.level === 'error');
    },
  };
}

/** The first word of a statement, comments aside. */
function operationOf(sql: string): string {
  return /^(?:\s|\/\*[^*]*\*\/)*(\w{1,20})/.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
}
