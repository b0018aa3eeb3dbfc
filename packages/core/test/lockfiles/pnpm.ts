import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'pnpm-lock.yaml',
  (entries) =>
    `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      p0: {specifier: '1', version: 1.0.0}\npackages:\n${each(entries, (at) => `  p${at}@1.0.0:\n    resolution: {integrity: sha512-x}\n`).join('')}snapshots:\n${each(entries, (at) => `  p${at}@1.0.0:\n    dependencies:\n      p${at + 1}: 1.0.0\n`).join('')}`,
  (entries) =>
    `lockfileVersion: '6.0'\ndependencies:\n  p0: {specifier: '1', version: 1.0.0}\npackages:\n${each(entries, (at) => `  /p${at}@1.0.0(q@1):\n    resolution: {integrity: sha512-x}\n    dependencies:\n      p${at + 1}: 1.0.0(q@1)\n    dev: false\n`).join('')}`,
);
