import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases('go.sum', (entries) =>
  each(entries, (at) => `example.org/p${at} v1.0.${at} h1:A=\nexample.org/p${at} v1.0.${at}/go.mod h1:A=\n`).join(''),
);
