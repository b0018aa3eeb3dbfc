import { members, realCases } from '../lockfile-cases.ts';

export const cases = realCases(
  'flake.lock',
  (entries) =>
    `{"nodes":{"root":{"inputs":{${members(entries, (at) => `"i${at}":["p${at}","x"]`)}}},${members(entries, (at) => `"p${at}":{"inputs":{"x":["p${at + 1}","x"]},"locked":{"type":"github","owner":"o","repo":"p","rev":"${at}"}}`)}},"root":"root"}`,
);
