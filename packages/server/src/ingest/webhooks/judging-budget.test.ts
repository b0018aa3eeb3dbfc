import { expect, it } from 'vitest';
import { openJudgingBudget } from './judging-budget.ts';

/** A budget over a clock that the test moves. */
function budgetAt() {
  let at = 0;
  const budget = openJudgingBudget({ rest: 3, accountMs: 1_000 }, () => at);
  return {
    budget,
    pass(milliseconds: number) {
      at += milliseconds;
    },
    work: (account: number, milliseconds: number) =>
      budget.run(account, async () => {
        at += milliseconds;
        return 'done';
      }),
  };
}

it('rests after each piece of work, whoever comes next', async () => {
  const { work, pass } = budgetAt();

  expect(await work(1, 100)).toEqual({ value: 'done' });
  expect([await work(1, 100), await work(2, 100)]).toEqual([{ waitMs: 300 }, { waitMs: 300 }]);
  pass(300);
  expect(await work(2, 100)).toEqual({ value: 'done' });
});

it('lets one judge at a time, and goes on when one has failed', async () => {
  const { budget, work, pass } = budgetAt();
  const { promise, reject } = Promise.withResolvers<never>();

  const first = budget.run(1, () => promise);
  expect(await work(2, 100)).toEqual({ waitMs: 1_000 });
  reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  pass(1);

  expect(await work(2, 100)).toEqual({ value: 'done' });
});

it('lets an account that has spent its minute wait for the next, and others judge meanwhile', async () => {
  const { work, pass } = budgetAt();

  await work(1, 1_200);
  pass(3_600);
  expect(await work(1, 100)).toEqual({ waitMs: 60_000 + 1_200 - 1_200 - 3_600 });
  expect(await work(2, 100)).toEqual({ value: 'done' });
  pass(60_000);
  expect(await work(1, 100)).toEqual({ value: 'done' });
});
