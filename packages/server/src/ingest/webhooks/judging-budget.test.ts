import { expect, it } from 'vitest';
import { openJudgingBudget } from './judging-budget.ts';

/** A budget over a clock that the test moves; webhooks are named by their account and a letter. */
function budgetAt() {
  let at = 0;
  const budget = openJudgingBudget({ rest: 3, accountMs: 1_000 }, () => at);
  const asking = (id: string) => ({ id, account: Number(id.slice(0, -1)) });
  return {
    run: <T>(id: string, work: () => Promise<T>) => budget.run(asking(id), work),
    pass(milliseconds: number) {
      at += milliseconds;
    },
    work: (id: string, milliseconds: number) =>
      budget.run(asking(id), async () => {
        at += milliseconds;
        return id;
      }),
  };
}

it('rests after each piece of work, whoever comes next', async () => {
  const { work, pass } = budgetAt();

  expect(await work('1a', 100)).toEqual({ value: '1a' });
  expect([await work('1a', 100), await work('2a', 100)]).toEqual([{ waitMs: 300 }, { waitMs: 300 }]);
  pass(300);
  expect(await work('2a', 100)).toEqual({ value: '2a' });
});

it('lets one judge at a time, and goes on when one has failed', async () => {
  const { run, work, pass } = budgetAt();
  const { promise, reject } = Promise.withResolvers<never>();

  const first = run('1a', () => promise);
  expect(await work('2a', 100)).toEqual({ waitMs: 1_000 });
  reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  pass(1);

  expect(await work('2a', 100)).toEqual({ value: '2a' });
});

it('lets an account that has spent its minute wait for the next, and others judge meanwhile', async () => {
  const { work, pass } = budgetAt();

  await work('1a', 1_200);
  pass(3_600);
  expect(await work('1a', 100)).toEqual({ waitMs: 56_400 });
  expect(await work('2a', 100)).toEqual({ value: '2a' });
  pass(60_000);
  expect(await work('1a', 100)).toEqual({ value: '1a' });
});

it('gives the webhooks of an account their turns one after the other, and the next turn to the account that has spent least', async () => {
  const { work, pass } = budgetAt();
  const order: string[] = [];
  // They ask again and again, always in this order.
  for (let round = 0; round < 60; round += 1) {
    for (const id of ['1a', '1b', '1c', '2a']) {
      const found = await work(id, 20);
      if ('value' in found) order.push(found.value);
    }
    pass(20);
  }

  const turnsOf = (id: string) => order.filter((one) => one === id).length;
  const [a, b, c, other] = ['1a', '1b', '1c', '2a'].map(turnsOf) as [number, number, number, number];
  expect(Math.max(a, b, c) - Math.min(a, b, c)).toBeLessThanOrEqual(1);
  expect(Math.abs(a + b + c - other)).toBeLessThanOrEqual(2);
  expect(order.length).toBeGreaterThan(10);
});
