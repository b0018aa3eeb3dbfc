import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../../test/docs-pages.ts';

/** Every endpoint by the name under which the contract exports it. */
const NAMES = Object.entries(contract)
  .filter(([, value]) => (contract.ENDPOINTS as readonly unknown[]).includes(value))
  .map(([name]) => name);

/** Where packages are found, and no other tool looks. */
let folder: string;
beforeAll(() => {
  mkdirSync(path.join(ROOT, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, 'node_modules/.cache/client-types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of the program that do not compile, with why. */
function mistakesIn(program: string): { readonly line: number; readonly why: string }[] {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'program.ts'), program);
  const compilerOptions = { noEmit: true, types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] };
  const tsconfig = { extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, files: ['program.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
  return [...stdout.matchAll(/^program\.ts\((\d+),\d+\): error (.*)$/gm)].map(([, line, why = '']) => {
    return { line: Number(line), why };
  });
}

it('a member that an answer does not have does not compile, whichever the endpoint', () => {
  const opening = [
    `import { createClient } from '@almanac/client';`,
    `import { ${NAMES.join(', ')} } from '@almanac/contract';`,
    `const client = createClient({ baseUrl: '' });`,
  ];
  const asked = NAMES.map((name) => `void (await client.call(${name}, {} as never)).data.noSuchMember;`);

  const mistakes = mistakesIn([...opening, ...asked].join('\n'));

  const named = mistakes.map(({ line, why }) => [NAMES[line - opening.length - 1], /noSuchMember/.test(why)]);
  expect(NAMES.length).toBe(contract.ENDPOINTS.length);
  // The one that answers with a document of its own, which `call` refuses.
  expect(named).toEqual(NAMES.filter((name) => name !== 'getOpenapi').map((name) => [name, true]));
});

it('nor does one further within an answer', () => {
  const program = [
    `import type { AnswerOf } from '@almanac/client';`,
    `import { ${NAMES.join(', ')} } from '@almanac/contract';`,
    ...OPEN,
    `export const control: IsClosed<{ list: { known: { name: string; [other: string]: unknown } | null }[] }> = true;`,
    ...NAMES.map((name) => `export const ${name}Closed: IsClosed<AnswerOf<typeof ${name}>> = true;`),
  ];

  const mistakes = mistakesIn(program.join('\n'));

  expect(mistakes.map(({ line, why }) => [program[line - 1]?.split(':')[0], why])).toEqual([
    ['export const control', expect.stringContaining(`'"name"'`)],
    ['export const getOpenapiClosed', expect.any(String)],
  ]);
});

/** Names beside which any other name would be accepted too. A member that holds any name by intent has none of its own. */
const OPEN = [
  `type Named<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: 1 };`,
  `type Open<T, Depth extends readonly 0[] = []> = Depth['length'] extends 12 ? never`,
  `  : T extends readonly (infer Each)[] ? Open<Each, [...Depth, 0]>`,
  `  : T extends object ? string extends keyof T ? Named<T> : { [K in keyof T]-?: Open<T[K], [...Depth, 0]> }[keyof T]`,
  `  : never;`,
  `type IsClosed<T> = [Open<T>] extends [never] ? true : Open<T>;`,
];
