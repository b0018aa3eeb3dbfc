/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes: FIPS 180-4, section 4.2.2. */
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** The square roots of the first eight primes: section 5.3.3. */
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/**
 * Computes SHA-256 synchronously. `crypto.subtle` is asynchronous, and a hash tree needs thousands of hashes. Nothing
 * here is secret, so timing leaks nothing.
 */
export function sha256AtOnce(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const blocks = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) mix(state, schedule, blocks, at);
  const end = ending(bytes, whole);
  for (let at = 0; at < end.byteLength; at += 64) mix(state, schedule, end, at);
  const hash = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) hash.setInt32(4 * i, word);
  return new Uint8Array(hash.buffer);
}

/** Padding: section 5.1.1. */
function ending(bytes: Uint8Array, whole: number): DataView {
  const left = bytes.length - whole;
  const end = new Uint8Array(left < 56 ? 64 : 128);
  end.set(bytes.subarray(whole));
  end[left] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(end.length - 4, (bytes.length * 8) % 2 ** 32);
  return view;
}

/** One block: section 6.2.2. */
function mix(state: Int32Array, schedule: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = block.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const far = word(schedule, i - 15);
    const near = word(schedule, i - 2);
    const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    schedule[i] = (word(schedule, i - 16) + s0 + word(schedule, i - 7) + s1) | 0;
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUNDS, i) + word(schedule, i)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    // Destructuring a list in each round would take three times as long.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state.set([a, b, c, d, e, f, g, h].map((value, i) => value + word(state, i)));
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function primes(many: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < many; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
