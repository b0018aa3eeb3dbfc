import {
  CRATE,
  GEM,
  GEM_VERSION,
  GO_MODULE,
  GO_VERSION,
  NPM_NAME,
  PEP440,
  PYTHON_NAME,
  SEMVER,
} from '../advice/spellings.ts';

/** A package of a lockfile that is to move to another version. */
export interface LockedMove {
  /** The name of the file, without folders. */
  readonly file: string;
  /** What the reader calls it: `package-lock.json v3`, `yarn.lock berry 8`. */
  readonly kind: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** How the manifest beside the lockfile asks for it; null: it does not, another package brings it in. */
  readonly asked: 'exact' | 'range' | null;
}

/** A program and its arguments, one word each: no shell is involved. */
export interface ToolCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** What the program's `--version` has to begin with, where another one of the same name would do something else. */
  readonly version?: RegExp;
  /** The file that has to be beside the lockfile, or the program would look for it in the folders above. */
  readonly manifest: string;
}

export type LockfileUpgrade =
  | { readonly command: ToolCommand; readonly why: null }
  /** Why there is no command, in a sentence. */
  | { readonly command: null; readonly why: string };

/**
 * The command by which the tool that wrote a lockfile moves a package in it. Names and versions are text of others: what is not
 * spelt as the ecosystem spells them becomes no argument, for it might be an option, an address or a path. No tool is told to run
 * scripts of packages.
 */
export function upgradeInLockfile(move: LockedMove): LockfileUpgrade {
  const tool = TOOLS.find(({ file, kind }) => file.test(move.file) && (kind?.test(move.kind) ?? true));
  if (tool === undefined)
    return { command: null, why: `We don't know a command that changes one package in ${move.file}.` };
  const isPlain = tool.name.test(move.name) && [move.from, move.to].every((version) => tool.version.test(version));
  if (!isPlain) return { command: null, why: 'The name or version is not valid in its ecosystem.' };
  const made = tool.command(move);
  return typeof made === 'string' ? { command: null, why: made } : { command: made, why: null };
}

/** After `go get`, which leaves the sums of versions that are no longer used. */
export const GO_TIDY: ToolCommand = { program: 'go', args: ['mod', 'tidy'], manifest: 'go.mod' };

interface Tool {
  /** The names of the lockfiles that it writes. */
  readonly file: RegExp;
  readonly kind?: RegExp;
  readonly name: RegExp;
  readonly version: RegExp;
  /** A sentence where there is no command. */
  readonly command: (move: LockedMove) => ToolCommand | string;
}

const TOOLS: readonly Tool[] = [
  { file: /^(?:package-lock|npm-shrinkwrap)\.json$/, name: NPM_NAME, version: SEMVER, command: npm },
  { file: /^pnpm-lock\.yaml$/, name: NPM_NAME, version: SEMVER, command: pnpm },
  { file: /^yarn\.lock$/, kind: / berry /, name: NPM_NAME, version: SEMVER, command: yarnBerry },
  { file: /^yarn\.lock$/, name: NPM_NAME, version: SEMVER, command: yarnClassic },
  { file: /^Cargo\.lock$/, name: CRATE, version: SEMVER, command: cargo },
  { file: /^Gemfile\.lock$/, name: GEM, version: GEM_VERSION, command: bundler },
  { file: /^go\.(?:mod|sum)$/, name: GO_MODULE, version: GO_VERSION, command: go },
  {
    file: /^[a-z\d][\w.-]{0,99}\.txt$/i,
    kind: /^requirements\.txt/,
    name: PYTHON_NAME,
    version: PEP440,
    command: pipCompile,
  },
];

const PACKAGE_JSON = 'package.json';

function npm({ name, to, asked }: LockedMove): ToolCommand {
  const quiet = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const exact = asked === 'exact' ? ['--save-exact'] : [];
  const args = asked === null ? ['update', ...quiet, name] : ['install', ...quiet, ...exact, `${name}@${to}`];
  return { program: 'npm', args, manifest: PACKAGE_JSON };
}

function pnpm({ name, to, asked }: LockedMove): ToolCommand {
  const quiet = ['--lockfile-only', '--ignore-scripts'];
  const args =
    asked === null ? ['update', '--depth', 'Infinity', ...quiet, name] : ['update', ...quiet, `${name}@${to}`];
  return { program: 'pnpm', args, manifest: PACKAGE_JSON };
}

function yarnBerry({ name, to, asked }: LockedMove): ToolCommand {
  const mode = '--mode=update-lockfile';
  const wanted = asked === 'exact' ? `${name}@${to}` : `${name}@^${to}`;
  const args = asked === null ? ['up', '--recursive', mode, name] : ['up', mode, wanted];
  // Yarn 1 has no such command and would run a script of this name.
  return { program: 'yarn', args, version: /^(?:[2-9]|\d\d)/, manifest: PACKAGE_JSON };
}

function yarnClassic({ name, to, asked }: LockedMove): ToolCommand | string {
  if (asked === null) {
    return 'Yarn 1 cannot upgrade transitive dependencies: upgrade the package that requires it, or set "resolutions".';
  }
  const wanted = asked === 'exact' ? ['--exact', `${name}@${to}`] : [`${name}@^${to}`];
  const args = ['upgrade', '--ignore-scripts', '--non-interactive', ...wanted];
  return { program: 'yarn', args, version: /^1\./, manifest: PACKAGE_JSON };
}

function cargo({ name, from, to }: LockedMove): ToolCommand {
  return { program: 'cargo', args: ['update', '-p', `${name}@${from}`, '--precise', to], manifest: 'Cargo.toml' };
}

function bundler({ name }: LockedMove): ToolCommand {
  return { program: 'bundle', args: ['lock', '--conservative', '--update', name], manifest: 'Gemfile' };
}

function go({ name, to }: LockedMove): ToolCommand {
  return { program: 'go', args: ['get', `${name}@v${to.replace(/^v/, '')}`], manifest: 'go.mod' };
}

/** The only tool that writes such a file writes it from one that ends in `.in`. */
function pipCompile({ file, name, to }: LockedMove): ToolCommand {
  const manifest = file.replace(/txt$/i, 'in');
  return { program: 'pip-compile', args: ['--quiet', '--upgrade-package', `${name}==${to}`, manifest], manifest };
}
