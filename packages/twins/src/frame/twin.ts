import type { Clock } from './clock.ts';
import type { DocumentFaultKind } from './fault.ts';
import type { Faults } from './fault-switch.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Route } from './route.ts';

/** An upstream's look-alike before it runs. */
export interface TwinDefinition {
  /** The source id it stands for. */
  readonly source: string;
  /** The faults of its documents that it knows how to make. */
  readonly documentFaults: readonly DocumentFaultKind[];
  open(surroundings: Surroundings): readonly Route[];
}

interface Surroundings {
  readonly clock: Clock;
  /** The twin's own address, for documents that hold links. Known once the twin listens. */
  readonly url: () => string;
  /** A folder for documents too large for memory; it goes with the twin. */
  readonly scratch: () => Promise<string>;
}

/** A running twin. */
export interface Twin extends AsyncDisposable {
  readonly source: string;
  readonly url: string;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly requests: readonly LoggedRequest[];
}
