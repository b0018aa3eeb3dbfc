import { members, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'package-lock.json',
  (entries) =>
    `{"lockfileVersion":3,"packages":{${members(
      entries,
      (at) => `"${at === 0 ? 'a' : `node_modules/p${at}`}":{"version":"1.0.${at}","dependencies":{"p${at + 1}":"1"}}`,
    )}}}`,
  (entries) =>
    `{"lockfileVersion":1,"dependencies":{${members(
      entries,
      (at) => `"p${at}":{"version":"1.0.${at}","requires":{"q":"1"},"dependencies":{"q":{"version":"1.${at}"}}}`,
    )}}}`,
);
