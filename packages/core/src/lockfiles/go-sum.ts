import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const goSum = defineLockfile({
  kind: 'go.sum',
  otherNames: ['go.work.sum'],
  read: readGoSum,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped:
      'versions with only a `/go.mod` line: the go command read them to choose versions, but their code is not in the build',
  },
});

/** What a module is known by, and whether its code has a hash. */
interface Module {
  readonly name: string;
  readonly version: string;
  readonly line: number;
  code: boolean;
}

const GO_MOD = '/go.mod';

/**
 * go.sum and go.work.sum: `module version hash` lines. A line `version/go.mod` holds the hash of the go.mod file alone, which the go
 * command reads to choose versions; where no other line of that version stands, its code was not needed for the build:
 * https://go.dev/ref/mod#go-sum-files. The file tells neither what the project asks for nor which of two versions is built.
 */
function readGoSum(text: string, collection: Collection): null {
  const modules = new Map<string, Module>();
  let read = 0;
  for (const { text: line, number } of linesOf(text)) {
    const fields = line.split(/[ \t]/).filter((field) => field !== '');
    if (fields.length === 0) continue;
    const [name = '', written = '', hash = ''] = fields;
    if (fields.length !== 3 || !hash.startsWith('h1:')) {
      collection.skip(lineNumber(number), null, `the line is not "module version h1:hash": ${quoted(line)}`);
      continue;
    }
    read += 1;
    const code = !written.endsWith(GO_MOD);
    const version = code ? written : written.slice(0, -GO_MOD.length);
    const before = modules.get(`${name} ${version}`);
    if (before === undefined) modules.set(`${name} ${version}`, { name, version, line: number, code });
    else before.code ||= code;
  }
  if (read === 0 && text.trim() !== '')
    throw new LockfileProblem('Not a go.sum file: no line has the form "module version h1:hash".');
  for (const module of modules.values()) addModule(module, collection);
  if (modules.size > 0) collection.note(NOTE);
  return null;
}

const NOTE = 'go.sum also keeps versions that are no longer used. Run go list -m all to see those in use.';

function addModule({ name, version, line, code }: Module, collection: Collection): void {
  const place = lineNumber(line);
  if (!code) {
    return collection.skip(
      place,
      `${name}@${version}`,
      'only its go.mod was read to choose versions; its code is not in the build',
    );
  }
  collection.add({ type: 'golang', name, version, direct: null, dev: null, place });
}
