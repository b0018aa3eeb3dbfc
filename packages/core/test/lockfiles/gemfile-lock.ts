import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'Gemfile.lock',
  (entries) =>
    `GEM\n  remote: https://rubygems.org/\n  specs:\n${each(entries, (at) => `    p${at} (1.0.${at}-x86_64)\n      p${at + 1} (>= 1)\n`).join('')}\nDEPENDENCIES\n${each(entries, (at) => `  p${at}!\n`).join('')}`,
);
