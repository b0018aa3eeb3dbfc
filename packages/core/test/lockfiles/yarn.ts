import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'yarn.lock',
  (entries) =>
    `# yarn lockfile v1\n\n${each(entries, (at) => `"p${at}@^1", p${at}@1:\n  version "1.0.${at}"\n  dependencies:\n    p${at + 1} "^1"\n\n`).join('')}`,
  (entries) =>
    `__metadata:\n  version: 8\n\n${each(entries, (at) => `"p${at}@npm:^1":\n  version: 1.0.${at}\n  resolution: "p${at}@npm:1.0.${at}"\n  dependencies:\n    p${at + 1}: "npm:^1"\n\n`).join('')}"s@workspace:.":\n  resolution: "s@workspace:."\n  dependencies:\n    p1: "npm:^1"\n`,
);
