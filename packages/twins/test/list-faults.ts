import { expect, it } from 'vitest';
import { BREAKAGES, type Breakage } from '../src/frame/fault.ts';
import type { Twin } from '../src/frame/twin.ts';

export interface ListChecks {
  /** The text of a document that is packed. */
  text?(body: Buffer): string;
  /** How many records the text of a sound list has. */
  records(text: string): number;
  /** What only a list with a new member has. */
  readonly added: string;
  /** What only a list of ten years ahead has; null where there are no dates. */
  readonly ahead: string | null;
  /** What only a list with such a record has. */
  readonly breakages: Readonly<Record<Breakage, string>>;
}

const TEN_YEARS = 3_653 * 86_400_000;

/** One test for each fault of a document that is a list of everything. */
export function showsListFaults(start: () => Promise<Twin>, path: string, checks: ListChecks): void {
  it('half a feed', async () => {
    await using twin = await start();
    const whole = checks.records(await read(twin));

    twin.faults.set({ kind: 'half_feed' });

    expect(checks.records(await read(twin))).toBe(Math.ceil(whole / 2));
  });

  it('an empty feed', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'empty_feed' });

    expect(checks.records(await read(twin))).toBe(0);
  });

  it('a mass withdrawal', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    expect(checks.records(await read(twin))).toBe(0);
  });

  it('new fields', async () => {
    await using twin = await start();
    const before = await read(twin);

    twin.faults.set({ kind: 'schema_addition' });

    expect(before).not.toContain(checks.added);
    expect(await read(twin)).toContain(checks.added);
  });

  it('dates of the future, where it has dates', async () => {
    await using twin = await start();
    const before = await read(twin);

    twin.faults.set({ kind: 'future_dates', ms: TEN_YEARS });

    if (checks.ahead === null) expect(await read(twin)).toBe(before);
    else {
      expect(before).not.toContain(checks.ahead);
      expect(await read(twin)).toContain(checks.ahead);
    }
  });

  it.each(BREAKAGES)('one record broken: %s', async (way) => {
    await using twin = await start();
    const before = await read(twin);

    twin.faults.set({ kind: 'malformed_record', way });

    expect(before).not.toContain(checks.breakages[way]);
    expect(await read(twin)).toContain(checks.breakages[way]);
  });

  async function read(twin: Twin): Promise<string> {
    const body = Buffer.from(await (await fetch(twin.url + path)).arrayBuffer());
    return checks.text?.(body) ?? body.toString();
  }
}
