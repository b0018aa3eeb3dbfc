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

/** Of both answers; `fixes` and what follows are there where fixes were asked for. */
export type PullAnswer = Coverage & { readonly data: PullFixes };
