import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LockedMove, upgradeInLockfile } from './upgrade-in-lockfile.ts';

const LEFT = { name: 'left', from: '1.0.0', to: '2.0.0', asked: 'range' } as const;
const NPM = { ...LEFT, file: 'package-lock.json', kind: 'package-lock.json v3' } as const;
const PNPM = { ...LEFT, file: 'pnpm-lock.yaml', kind: 'pnpm-lock.yaml 9.0' } as const;
const BERRY = { ...LEFT, file: 'yarn.lock', kind: 'yarn.lock berry 8' } as const;
const CLASSIC = { ...LEFT, file: 'yarn.lock', kind: 'yarn.lock v1' } as const;
const CARGO = { ...LEFT, file: 'Cargo.lock', kind: 'Cargo.lock v4' } as const;
const GEM = { ...LEFT, file: 'Gemfile.lock', kind: 'Gemfile.lock' } as const;
const GO = { ...LEFT, file: 'go.mod', kind: 'go.mod', name: 'golang.org/x/net', to: '0.17.0' } as const;
const PIP = { ...LEFT, file: 'requirements-dev.txt', kind: 'requirements.txt' } as const;

function written(move: LockedMove): string | null {
  const { command } = upgradeInLockfile(move);
  return command === null ? null : `${command.program} ${command.args.join(' ')} (${command.manifest})`;
}

const LOCK_ONLY = '--package-lock-only --ignore-scripts --no-audit --no-fund';

it.each<[LockedMove, string | null]>([
  [NPM, `npm install ${LOCK_ONLY} left@2.0.0 (package.json)`],
  [{ ...NPM, asked: 'exact' }, `npm install ${LOCK_ONLY} --save-exact left@2.0.0 (package.json)`],
  [{ ...NPM, asked: null }, `npm update ${LOCK_ONLY} left (package.json)`],
  [{ ...NPM, file: 'npm-shrinkwrap.json', name: '@in/a' }, `npm install ${LOCK_ONLY} @in/a@2.0.0 (package.json)`],
  [PNPM, 'pnpm update --lockfile-only --ignore-scripts left@2.0.0 (package.json)'],
  [{ ...PNPM, asked: null }, 'pnpm update --depth Infinity --lockfile-only --ignore-scripts left (package.json)'],
  [BERRY, 'yarn up --mode=update-lockfile left@^2.0.0 (package.json)'],
  [{ ...BERRY, asked: 'exact' }, 'yarn up --mode=update-lockfile left@2.0.0 (package.json)'],
  [{ ...BERRY, asked: null }, 'yarn up --recursive --mode=update-lockfile left (package.json)'],
  [CLASSIC, 'yarn upgrade --ignore-scripts --non-interactive left@^2.0.0 (package.json)'],
  [{ ...CLASSIC, asked: 'exact' }, 'yarn upgrade --ignore-scripts --non-interactive --exact left@2.0.0 (package.json)'],
  [{ ...CLASSIC, asked: null }, null],
  [CARGO, 'cargo update -p left@1.0.0 --precise 2.0.0 (Cargo.toml)'],
  [GEM, 'bundle lock --conservative --update left (Gemfile)'],
  [GO, 'go get golang.org/x/net@v0.17.0 (go.mod)'],
  [{ ...GO, file: 'go.sum', to: 'v0.17.0' }, 'go get golang.org/x/net@v0.17.0 (go.mod)'],
  [{ ...GO, name: 'stdlib' }, null],
  [{ ...GO, name: 'toolchain' }, null],
  [PIP, 'pip-compile --quiet --upgrade-package left==2.0.0 requirements-dev.in (requirements-dev.in)'],
  [{ ...LEFT, file: 'uv.lock', kind: 'uv.lock 1' }, null],
  [{ ...LEFT, file: 'bom.json', kind: 'CycloneDX 1.6, JSON' }, null],
  [{ ...NPM, file: 'package-lock (1).json' }, null],
  [{ ...GEM, file: 'gems.locked' }, null],
])('%j: %s', (move, expected) => {
  expect(written(move)).toBe(expected);
});

describe('text of others becomes no argument of its own', () => {
  const moves = [NPM, PNPM, BERRY, CLASSIC, CARGO, GEM, GO, PIP] as const;
  const hostile = [
    '--global',
    '-g',
    '../left',
    './left',
    '/left',
    'user/left',
    'file:left',
    'git+ssh://evil.example/x',
    'https://evil.example/x.tgz',
    'left@npm:evil',
    'left;id',
    '$(id)',
    'left\n--global',
    'left ',
    '',
    '*',
    '__proto__/../x',
  ];

  it.each(moves.flatMap((move) => hostile.map((text) => [move.file, move.kind, text, move] as const)))(
    '%s %s: %j',
    (_file, _kind, text, move) => {
      expect(written({ ...move, name: text })).toBeNull();
      expect(written({ ...move, to: text })).toBeNull();
      expect(written({ ...move, from: text })).toBeNull();
    },
  );

  it.each([NPM, PNPM, BERRY, CLASSIC])('a name that $file takes for an archive', (move) => {
    expect(written({ ...move, name: 'left.tgz' })).toBeNull();
  });

  it.each(['-r requirements.txt', '--output-file=x.txt', '../requirements.txt', 'a b.txt'])('a file %j', (file) => {
    expect(written({ ...PIP, file })).toBeNull();
  });

  it('whatever it is', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('-', '@', '/', '.', 'a', '1', ':', '\n', ' ') }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...moves), text, text, (move, name, to) => {
        const { command } = upgradeInLockfile({ ...move, name, to });
        const known = upgradeInLockfile(move).command?.args ?? [];

        for (const arg of command?.args ?? []) {
          expect(arg.startsWith('-') && !known.includes(arg)).toBe(false);
          expect(arg).toMatch(/^[\w@^.~+=/!-]+$/);
          expect(arg).not.toMatch(/:|\.\.\/|^\.|\/\//);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
