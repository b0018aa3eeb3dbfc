import type { LockfileKind } from '../src/lockfiles/kinds.ts';

/** For each kind: what its files are made of, and a file with so many entries. */
export interface Sample {
  readonly kind: LockfileKind;
  readonly make: (entries: number) => string;
}

const each = (entries: number, write: (index: number) => string, between = ''): string =>
  Array.from({ length: entries }, (_, index) => write(index)).join(between);

const object = (entries: number, write: (index: number) => string): string => `{${each(entries, write, ',')}}`;

/** One small file of each kind and form, of any number of entries. */
export const SAMPLES: readonly Sample[] = [
  {
    kind: 'package-lock.json',
    make: (entries) =>
      `{"lockfileVersion":3,"packages":${object(
        entries,
        (at) => `"${at === 0 ? 'a' : `node_modules/p${at}`}":{"version":"1.0.${at}","dependencies":{"p${at + 1}":"1"}}`,
      )}}`,
  },
  {
    kind: 'package-lock.json',
    make: (entries) =>
      `{"lockfileVersion":1,"dependencies":${object(
        entries,
        (at) => `"p${at}":{"version":"1.0.${at}","requires":{"q":"1"},"dependencies":{"q":{"version":"1.${at}"}}}`,
      )}}`,
  },
  {
    kind: 'yarn.lock',
    make: (entries) =>
      `# yarn lockfile v1\n\n${each(entries, (at) => `"p${at}@^1", p${at}@1:\n  version "1.0.${at}"\n  dependencies:\n    p${at + 1} "^1"\n\n`)}`,
  },
  {
    kind: 'yarn.lock',
    make: (entries) =>
      `__metadata:\n  version: 8\n\n${each(entries, (at) => `"p${at}@npm:^1":\n  version: 1.0.${at}\n  resolution: "p${at}@npm:1.0.${at}"\n  dependencies:\n    p${at + 1}: "npm:^1"\n\n`)}"s@workspace:.":\n  resolution: "s@workspace:."\n  dependencies:\n    p1: "npm:^1"\n`,
  },
  {
    kind: 'pnpm-lock.yaml',
    make: (entries) =>
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      p0: {specifier: '1', version: 1.0.0}\npackages:\n${each(entries, (at) => `  p${at}@1.0.0:\n    resolution: {integrity: sha512-x}\n`)}snapshots:\n${each(entries, (at) => `  p${at}@1.0.0:\n    dependencies:\n      p${at + 1}: 1.0.0\n`)}`,
  },
  {
    kind: 'pnpm-lock.yaml',
    make: (entries) =>
      `lockfileVersion: '6.0'\ndependencies:\n  p0: {specifier: '1', version: 1.0.0}\npackages:\n${each(entries, (at) => `  /p${at}@1.0.0(q@1):\n    resolution: {integrity: sha512-x}\n    dependencies:\n      p${at + 1}: 1.0.0(q@1)\n    dev: false\n`)}`,
  },
  {
    kind: 'Cargo.lock',
    make: (entries) =>
      `version = 4\n\n${each(entries, (at) => `[[package]]\nname = "p${at}"\nversion = "1.0.${at}"\n${at === 0 ? '' : 'source = "registry+x"\n'}dependencies = [\n "p${at + 1}",\n]\n\n`)}`,
  },
  {
    kind: 'go.sum',
    make: (entries) =>
      each(entries, (at) => `example.org/p${at} v1.0.${at} h1:A=\nexample.org/p${at} v1.0.${at}/go.mod h1:A=\n`),
  },
  {
    kind: 'requirements.txt',
    make: (entries) =>
      each(entries, (at) => `p${at}[x]==1.0.${at} ; os_name == "nt" \\\n    --hash=sha256:00\n    # via p${at + 1}\n`),
  },
  {
    kind: 'Gemfile.lock',
    make: (entries) =>
      `GEM\n  remote: https://rubygems.org/\n  specs:\n${each(entries, (at) => `    p${at} (1.0.${at}-x86_64)\n      p${at + 1} (>= 1)\n`)}\nDEPENDENCIES\n${each(entries, (at) => `  p${at}!\n`)}`,
  },
  {
    kind: 'flake.lock',
    make: (entries) =>
      `{"nodes":{"root":{"inputs":${object(entries, (at) => `"i${at}":["p${at}","x"]`)}},${each(entries, (at) => `"p${at}":{"inputs":{"x":["p${at + 1}","x"]},"locked":{"type":"github","owner":"o","repo":"p","rev":"${at}"}}`, ',')}},"root":"root"}`,
  },
];
