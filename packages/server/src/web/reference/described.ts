import type { OpenapiDocument, Operation, Parameter } from '@almanac/contract';
import { deref } from './members.ts';

export interface Described {
  readonly document: OpenapiDocument;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function parametersOf({ document, operation }: Described): Parameter[] {
  return (operation.parameters ?? []).map((each) => deref<Parameter>(document, each));
}
