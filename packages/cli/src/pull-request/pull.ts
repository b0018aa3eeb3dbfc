import type { Coverage, PullFixes } from '@almanac/contract';

export type PullAction = 'validate' | 'fix';

export interface PullOptions {
  readonly title?: string;
  readonly body?: string;
  readonly base: string;
  readonly label?: readonly string[];
  readonly format?: 'table' | 'json' | 'sarif' | 'diff';
  readonly failOn: 'error' | 'warning';
}

/** `fixes` and later members are present only if fixes were requested. */
export type PullAnswer = Coverage & { readonly data: PullFixes };
