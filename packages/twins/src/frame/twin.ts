import type { Clock } from './clock.ts';
import type { DocumentFaultKind } from './fault.ts';
import type { Faults } from './fault-switch.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Route } from './route.ts';

export interface TwinDefinition {
  readonly source: string;
  /** Document faults that it supports. */
  readonly documentFaults: readonly DocumentFaultKind[];
  open(surroundings: Surroundings): readonly Route[];
}

interface Surroundings {
  readonly clock: Clock;
  /** The twin's own address, known once it listens, for links in documents. */
  readonly url: () => string;
  /** A folder for documents too large for memory, deleted with the twin. */
  readonly scratch: () => Promise<string>;
}

export interface Twin extends AsyncDisposable {
  readonly source: string;
  readonly url: string;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly requests: readonly LoggedRequest[];
}
