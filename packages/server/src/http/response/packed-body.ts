/** The bytes of a response compressed: made when somebody first wants them so, and then kept. */
export interface PackedBody {
  /** Undefined: nobody has wanted them yet; null: they would not be smaller. */
  readonly bytes: Buffer | null | undefined;
  /** Makes them, once for all who ask. Null where there is nothing to wait for. */
  make(): Promise<void> | null;
  /** Calls back once they are there, if they are not. */
  whenMade(tell: () => void): void;
}

export function packedBody(pack: () => Buffer | null | Promise<Buffer | null>, known?: Buffer | null): PackedBody {
  let bytes = known;
  let making: Promise<void> | null = null;
  let tellMade: (() => void) | null = null;

  function made(packed: Buffer | null): void {
    bytes = packed;
    tellMade?.();
    tellMade = null;
  }

  async function whenPacked(packing: Promise<Buffer | null>): Promise<void> {
    // What cannot be compressed is sent as it is.
    const packed = await packing.catch(() => null);
    making = null;
    made(packed);
  }

  return {
    get bytes() {
      return bytes;
    },
    make() {
      if (bytes !== undefined || making !== null) return making;
      const packed = pack();
      if (!(packed instanceof Promise)) {
        made(packed);
        return null;
      }
      making = whenPacked(packed);
      return making;
    },
    whenMade(tell) {
      if (bytes === undefined) tellMade = tell;
    },
  };
}
