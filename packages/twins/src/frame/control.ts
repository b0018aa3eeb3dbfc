import type { Clock } from './clock.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './fault-switch.ts';
import type { LoggedRequest } from './request-log.ts';

/** Controls the twin; no upstream has this path. */
export const CONTROL_PATH = '/_twin/';

interface ControlAnswer {
  readonly status: number;
  readonly value: unknown;
}

/** Gives other processes the twin's methods. */
export function control(
  twin: { clock: Clock; faults: Faults; requests: readonly LoggedRequest[] },
  request: { method: string; path: string; body: Buffer },
): ControlAnswer {
  try {
    switch (`${request.method} ${request.path}`) {
      case 'GET /_twin/clock':
        break;
      case 'POST /_twin/clock':
        twin.clock.advance(Number((parsed(request.body) as { advance?: unknown }).advance));
        break;
      case 'GET /_twin/faults':
        return { status: 200, value: { faults: twin.faults.active() } };
      case 'POST /_twin/faults':
        twin.faults.set(parsed(request.body) as Fault | Fault[]);
        return { status: 200, value: { faults: twin.faults.active() } };
      case 'GET /_twin/requests':
        return { status: 200, value: { requests: twin.requests } };
      default:
        return { status: 404, value: { error: 'GET or POST /_twin/clock, /_twin/faults; GET /_twin/requests' } };
    }
    return { status: 200, value: { now: new Date(twin.clock.now()).toISOString() } };
  } catch (error) {
    return { status: 400, value: { error: error instanceof Error ? error.message : String(error) } };
  }
}

function parsed(body: Buffer): unknown {
  const value: unknown = JSON.parse(body.toString());
  if (typeof value !== 'object' || value === null) throw new TypeError('The body is a JSON object or list');
  return value;
}
