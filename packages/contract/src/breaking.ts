import { changes, type Direction } from './breaking/compare.ts';
import { resolved, viewOf } from './breaking/view.ts';
import type { Content, OpenapiDocument, Operation, Parameter, Ref, Response, Schema } from './openapi/types.ts';

interface Both {
  readonly before: { readonly document: OpenapiDocument; readonly operation: Operation };
  readonly after: { readonly document: OpenapiDocument; readonly operation: Operation };
}

/**
 * Lists the changes that would break a client written against `before`, one sentence each.
 * Skips what breaks nobody: new paths, optional parameters, members of answers and error codes. Also skips operations
 * whose announced sunset is on or before `today` (`YYYY-MM-DD`).
 */
export function breakingChanges(before: OpenapiDocument, after: OpenapiDocument, today = ''): string[] {
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      const sunset = operation['x-sunset'];
      if (now === undefined) return sunset !== undefined && sunset <= today ? [] : [`${name} was removed.`];
      const both = { before: { document: before, operation }, after: { document: after, operation: now } };
      return operationChanges(both).map((sentence) => `${name}: ${sentence}`);
    }),
  );
  const codes = lost(allCodes(before), allCodes(after)).map((code) => `The error code ${code} was removed.`);
  return [...codes, ...operations];
}

function operationChanges(both: Both): string[] {
  return [...termChanges(both), ...parameterChanges(both), ...bodyChanges(both), ...responseChanges(both)];
}

function termChanges({ before: { operation: old }, after: { operation: now } }: Both): string[] {
  return [
    ...(old.operationId === now.operationId
      ? []
      : [`operationId changed from ${old.operationId} to ${now.operationId}.`]),
    ...(old.security.length === 0 && now.security.length > 0 ? ['an API key became required.'] : []),
    ...(now['x-rate-limit'].limit < old['x-rate-limit'].limit
      ? [`the rate limit fell from ${old['x-rate-limit'].limit} to ${now['x-rate-limit'].limit}.`]
      : []),
  ];
}

function parameterChanges(both: Both): string[] {
  const old = parametersOf(both.before);
  const now = parametersOf(both.after);
  const kept = [...old].flatMap(([name, was]) => {
    const is = now.get(name);
    if (is === undefined) return [`${name} was removed.`];
    const required = is.required && !was.required ? [`${name} became required.`] : [];
    return required.concat(schemaChanges('request', both, was.schema, is.schema, name));
  });
  const added = [...now].filter(([name, is]) => is.required && !old.has(name));
  return [...kept, ...added.map(([name]) => `${name} is new and required.`)];
}

function parametersOf({ document, operation }: Both['before']): Map<string, Parameter> {
  const written = (operation.parameters ?? []).map((each) => resolved<Parameter>(document, each));
  return new Map(written.map((each) => [`${each.in} parameter ${each.name}`, each]));
}

function bodyChanges(both: Both): string[] {
  const old = both.before.operation.requestBody;
  const now = both.after.operation.requestBody;
  if (old === undefined) return now?.required === true ? ['a request body is new and required.'] : [];
  if (now === undefined) return ['the request body was removed.'];
  const required = now.required && !old.required ? ['the request body became required.'] : [];
  return [...required, ...contentChanges('request', both, old.content, now.content, 'request body')];
}

function responseChanges(both: Both): string[] {
  return Object.entries(both.before.operation.responses).flatMap(([status, was]) => {
    const is = both.after.operation.responses[status];
    if (is !== undefined) return changesOfResponse(both, was, is, `response ${status}`);
    const success = status.startsWith('2') || status.startsWith('3');
    return success ? [`response ${status} was removed.`] : lostCodes(both, was, undefined, `response ${status}`);
  });
}

function changesOfResponse(both: Both, given: Response | Ref, next: Response | Ref, at: string): string[] {
  const was = resolved<Response>(both.before.document, given);
  const is = resolved<Response>(both.after.document, next);
  const headers = lost(Object.keys(was.headers ?? {}), Object.keys(is.headers ?? {}));
  return [
    ...headers.map((header) => `${at} lost the header ${header}.`),
    ...contentChanges('response', both, was.content ?? {}, is.content ?? {}, at),
    ...lostCodes(both, was, is, at),
  ];
}

/** Finds codes that one response no longer lists. Codes removed everywhere are reported once for the document. */
function lostCodes({ before, after }: Both, was: Response | Ref, is: Response | Ref | undefined, at: string): string[] {
  const now = is === undefined ? [] : codesOf(after.document, is);
  const remaining = allCodes(after.document);
  return lost(codesOf(before.document, was), now)
    .filter((code) => remaining.includes(code))
    .map((code) => `${at} lost the code ${code}.`);
}

function codesOf(document: OpenapiDocument, given: Response | Ref): string[] {
  const schema = resolved<Response>(document, given).content?.['application/json']?.schema;
  const code = schema === undefined ? undefined : viewOf({ document, schema }).properties.get('code');
  return code === undefined ? [] : [...(viewOf({ document, schema: code }).values ?? [])].map(String);
}

function allCodes(document: OpenapiDocument): string[] {
  return (document.components.schemas['Error']?.properties?.['code']?.enum ?? []).map(String);
}

function contentChanges(
  direction: Direction,
  both: Both,
  old: Readonly<Record<string, Content>>,
  now: Readonly<Record<string, Content>>,
  at: string,
): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) => {
    const next = now[type];
    if (next === undefined) return [`${at} is no longer of type ${type}.`];
    return schemaChanges(direction, both, schema, next.schema, at);
  });
}

function schemaChanges(direction: Direction, { before, after }: Both, was: Schema, is: Schema, at: string): string[] {
  return changes(direction, {
    before: { document: before.document, schema: was },
    after: { document: after.document, schema: is },
    at,
  });
}

function lost(before: readonly string[], after: readonly string[]): string[] {
  return before.filter((value) => !after.includes(value));
}
