import { readLockfile } from '../src/lockfiles/read.ts';

/** What is read of a file, a line each: `purl | direct | dev | place`, then `- name | place | reason` for what is skipped. */
export function linesRead(fileName: string, text: string): string[] {
  const { lockfile, problem } = readLockfile(fileName, text);
  if (lockfile === null) return [`! ${problem}`];
  return [
    ...lockfile.components.map(({ purl, direct, dev, place }) => `${purl} | ${direct} | ${dev} | ${place}`),
    ...lockfile.skipped.map(({ place, name, reason }) => `- ${name} | ${place} | ${reason}`),
  ];
}
