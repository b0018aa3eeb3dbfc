import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Numbers from one, with a note of each that is made. */
function numbers(notes: string[], last: number, end?: Error) {
  async function* made(): AsyncGenerator<number> {
    try {
      for (let number = 1; number <= last; number += 1) {
        notes.push(`made ${number}`);
        yield number;
      }
      if (end !== undefined) throw end;
    } finally {
      notes.push('closed');
    }
  }
  return readAhead(made(), () => void notes.push('stopped'));
}

async function use(notes: string[], items: AsyncIterable<number>, most = Number.POSITIVE_INFINITY): Promise<void> {
  for await (const item of items) {
    await setImmediate();
    notes.push(`used ${item}`);
    if (item === most) return;
  }
}

describe('reading ahead', () => {
  it('makes one item while the last is used, and never two', async () => {
    const notes: string[] = [];

    await use(notes, numbers(notes, 3));

    expect(notes).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3', 'stopped']);
  });

  it('throws after all that came before has been used', async () => {
    const notes: string[] = [];

    await expect(use(notes, numbers(notes, 2, new Error('cut off')))).rejects.toThrow('cut off');

    expect(notes).toEqual(['made 1', 'made 2', 'used 1', 'closed', 'used 2', 'stopped']);
  });

  it('stops and closes what it reads when no more is wanted', async () => {
    const notes: string[] = [];

    await use(notes, numbers(notes, 9), 2);

    expect(notes).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'stopped', 'closed']);
  });
});
