import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'Cargo.lock',
  (entries) =>
    `version = 4\n\n${each(entries, (at) => `[[package]]\nname = "p${at}"\nversion = "1.0.${at}"\n${at === 0 ? '' : 'source = "registry+x"\n'}dependencies = [\n "p${at + 1}",\n]\n\n`).join('')}`,
);
