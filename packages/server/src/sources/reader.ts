import type { Source } from './source.ts';

/** What reads a source. */
export interface Reader<Address> {
  readonly open: (address: Address) => Source<unknown>;
  /** What the source makes of bytes of a record: when they come, and once more for a rebuild. */
  readonly decode: (raw: Buffer, key: string) => unknown;
}

export function decodeJson(raw: Buffer): unknown {
  return JSON.parse(raw.toString()) as unknown;
}
