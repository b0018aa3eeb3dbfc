import { answerOf, getCve, getDossier, getIssues } from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { undeclared } from '../support/undeclared.ts';
import { IDS } from '../support/worlds/cve-world.ts';

let world: CveApp;
beforeAll(async () => {
  world = await openCveApp();
});
afterAll(() => world[Symbol.asyncDispose]());

const ASKED = [
  ...Object.values(IDS).flatMap((id) => [[`/cve/${id}`, getCve] as const, [`/cve/${id}/dossier`, getDossier] as const]),
  ['/issues', getIssues] as const,
];

it('every member that an answer has is declared by the contract', async () => {
  const found = new Set<string>();
  let answered = 0;
  for (const [path, endpoint] of ASKED) {
    const { status, body } = await world.app.get(`/api/v1${path}`);
    if (status !== 200) continue;
    answered += 1;
    for (const name of undeclared(answerOf(endpoint), body)) found.add(`${endpoint.id}${name}`);
  }

  expect([...found]).toEqual([]);
  expect(answered).toBeGreaterThan(5);
});

it('a member that is not declared is found', () => {
  const schema = z.object({ list: z.array(z.looseObject({ known: z.string().nullable() })).optional() });

  expect(undeclared(schema, { list: [{ known: 'x', other: 1 }] })).toEqual(['.list[].other']);
  expect(undeclared(z.object({ free: z.looseObject({}) }), { free: { any: 1 } })).toEqual([]);
});
