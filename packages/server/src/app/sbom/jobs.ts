import type { ErrorCode } from '@almanac/contract';
import type { DataSelection } from '@almanac/core/matching';
import type { DatabaseSettings } from '../../platform/db.ts';

/** What a process is asked to do with a document. */
export type Job =
  | {
      readonly kind: 'examine';
      readonly bytes: Uint8Array;
      readonly format: 'json' | 'openvex' | 'cyclonedx-vex' | 'sarif';
      readonly view: 'findings' | 'all';
      readonly now: number;
    }
  | {
      readonly kind: 'time-travel';
      readonly bytes: Uint8Array;
      readonly clock: 'known' | 'true';
      readonly now: number;
    }
  | {
      readonly kind: 'check-pull';
      /** The body of the request, as it was sent. */
      readonly bytes: Uint8Array;
      readonly answer: 'findings' | 'sarif' | 'fixes';
      readonly now: number;
    }
  | {
      readonly kind: 'plan-question';
      /** The body of the request, as it was sent. */
      readonly bytes: Uint8Array;
    };

/** What a process is started with. */
export interface ChildSettings {
  readonly database: DatabaseSettings;
  readonly build: string;
  readonly siteUrl: string;
  readonly selection: Pick<DataSelection, 'notice' | 'wholePackages'> | null;
}

/** To a process: its settings once, then a job, or whether to go on after what it holds was counted. */
export type ToChild = { readonly settings: ChildSettings } | { readonly job: Job } | { readonly goOn: boolean };

/** From a process. Nothing of a document is in a failure: what is said here may be logged. */
export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'counted'; readonly components: number }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string; readonly hint: string | undefined }
  | { readonly kind: 'failed'; readonly storage: boolean; readonly name: string; readonly stack: string };
