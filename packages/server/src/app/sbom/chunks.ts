/** Text that is handed on as bytes, a piece at a time. */
export interface Chunks {
  add(text: string): void;
  /** Bytes so far, all that were handed on included. */
  readonly length: number;
  /** Hands on the rest. */
  end(): void;
}

/** Large enough to be few, small enough to be sent without a pause. */
const PIECE = 1 << 18;

export function openChunks(handOn: (bytes: Uint8Array<ArrayBuffer>) => void): Chunks {
  let texts: string[] = [];
  let held = 0;
  let sent = 0;
  const encoder = new TextEncoder();

  function flush(): void {
    const bytes = encoder.encode(texts.join(''));
    sent += bytes.length;
    texts = [];
    held = 0;
    if (bytes.length > 0) handOn(bytes);
  }

  return {
    add(text) {
      texts.push(text);
      held += text.length;
      if (held >= PIECE) flush();
    },
    get length() {
      return sent + held;
    },
    end: flush,
  };
}
