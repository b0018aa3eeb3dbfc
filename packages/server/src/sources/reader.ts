import type { Source } from './source.ts';

export interface Reader<Address> {
  readonly open: (address: Address) => Source<unknown>;
  /** Parses record bytes, on arrival and again for a rebuild. */
  readonly decode: (raw: Buffer, key: string) => unknown;
}

export function decodeJson(raw: Buffer): unknown {
  return JSON.parse(raw.toString()) as unknown;
}
