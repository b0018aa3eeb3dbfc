import type { TransportFault } from './fault.ts';
import { type DocumentFault, type DocumentFaultKind, type Fault, TRANSPORT_FAULTS } from './fault.ts';
import { matchesPath } from './path-pattern.ts';

/** `set` replaces all active faults. */
export interface Faults {
  set(faults: Fault | readonly Fault[]): void;
  clear(): void;
  /** Includes how many requests each has left. */
  active(): readonly Fault[];
}

export interface RequestFaults {
  readonly transport: readonly TransportFault[];
  readonly document: readonly DocumentFault[];
}

/** Counts the requests it still skips, and those it has left. */
interface Entry {
  readonly fault: Fault;
  spared: number;
  left: number;
}

interface FaultSwitch extends Faults {
  /** Returns the faults for a request and counts it. */
  take(path: string): RequestFaults;
}

export function faultSwitch(supported: readonly DocumentFaultKind[]): FaultSwitch {
  let active: Entry[] = [];
  return {
    set(faults) {
      const list: readonly Fault[] = isList(faults) ? faults : [faults];
      for (const fault of list) refuseUnknown(fault, supported);
      active = list.map((fault) => ({
        fault,
        spared: fault.after ?? 0,
        left: fault.times ?? Number.POSITIVE_INFINITY,
      }));
    },
    clear() {
      active = [];
    },
    active: () => active.filter(({ left }) => left > 0).map(withRemaining),
    take(path) {
      const transport: TransportFault[] = [];
      const document: DocumentFault[] = [];
      for (const entry of active) {
        if (entry.left <= 0 || !matchesPath(entry.fault.path ?? '*', path)) continue;
        if (entry.spared > 0) {
          entry.spared -= 1;
          continue;
        }
        entry.left -= 1;
        if (isDocumentFault(entry.fault)) document.push(entry.fault);
        else transport.push(entry.fault);
      }
      return { transport, document };
    },
  };
}

function isList(faults: Fault | readonly Fault[]): faults is readonly Fault[] {
  return Array.isArray(faults);
}

function refuseUnknown(fault: Fault, supported: readonly DocumentFaultKind[]): void {
  const known: readonly string[] = [...TRANSPORT_FAULTS, ...supported];
  if (known.includes(fault.kind)) return;
  throw new RangeError(`This twin has no fault "${fault.kind}"; it has ${known.join(', ')}`);
}

function withRemaining({ fault, left }: Entry): Fault {
  return Number.isFinite(left) ? { ...fault, times: left } : fault;
}

function isDocumentFault(fault: Fault): fault is DocumentFault {
  return !(TRANSPORT_FAULTS as readonly string[]).includes(fault.kind);
}
