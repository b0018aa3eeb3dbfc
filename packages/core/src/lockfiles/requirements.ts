import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber } from './lines.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { readRequirement } from './requirement.ts';
import { type LogicalLine, logicalLines } from './requirements-lines.ts';

export const requirementsTxt = defineLockfile({
  kind: 'requirements.txt',
  otherNames: ['requirements*.txt', '*requirements.txt'],
  read: readRequirements,
  page: {
    forms: '',
    direct: 'by the `# via …` comments of pip-compile and uv, otherwise null',
    dev: 'null',
    place: 'line',
    skipped: 'files named by `-r` and `-c`, which are not read; folders, and URLs that do not name the package',
  },
});

/**
 * requirements.txt of pip: https://pip.pypa.io/en/stable/reference/requirements-file-format/. Other files that it includes are not
 * read. The version is that of an exact pin; a range leaves it open.
 */
function readRequirements(text: string, collection: Collection): null {
  let lines = 0;
  let understood = 0;
  for (const line of logicalLines(text)) {
    lines += 1;
    const fine = line.text.startsWith('-') ? readOption(line, collection) : addRequirement(line, line.text, collection);
    if (fine) understood += 1;
  }
  if (understood === 0 && lines > 0)
    throw new LockfileProblem('Not a requirements.txt file: no line is a requirement.');
  return null;
}

function addRequirement(line: LogicalLine, text: string, collection: Collection): boolean {
  const place = lineNumber(line.number);
  const found = readRequirement(text);
  if (found.name === null) {
    collection.skip(place, null, found.reason);
    return false;
  }
  const name = pep503(found.name);
  collection.add({ ...found, type: 'pypi', name, direct: askedFor(line.via), dev: null, place });
  return true;
}

/** A line alone does not tell: `pip freeze` writes all that is installed. A constraint asks for nothing. */
function askedFor(via: readonly string[]): boolean | null {
  const asking = via.filter((who) => !who.startsWith('-c '));
  if (asking.length === 0) return null;
  return asking.some((who) => who.startsWith('-r ') || PROJECT_FILES.some((file) => who.endsWith(`(${file})`)));
}

const PROJECT_FILES: readonly string[] = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** Whether the option is one of such a file. Settings name no package. */
function readOption(line: LogicalLine, collection: Collection): boolean {
  const place = lineNumber(line.number);
  const { option, value } = splitOption(line.text);
  if (INCLUDES.includes(option)) {
    collection.skip(place, value, 'another requirements file, which is not read: pass it as well');
    return true;
  }
  if (CONSTRAINTS.includes(option)) {
    collection.skip(place, value, 'a file of constraints, which requires nothing itself and is not read');
    return true;
  }
  if (EDITABLE.includes(option)) {
    const { name } = readRequirement(value);
    if (name !== null) return addRequirement(line, value, collection);
    collection.skip(place, null, `a folder of this project installed in place: ${quoted(value)}`);
    return true;
  }
  if (SETTINGS.includes(option)) return true;
  collection.skip(place, null, `not a requirements file option: ${quoted(line.text)}`);
  return false;
}

function splitOption(text: string): { readonly option: string; readonly value: string } {
  const end = text.startsWith('--') ? text.search(/[ \t=]/) : 2;
  if (end === -1) return { option: text, value: '' };
  return { option: text.slice(0, end), value: text.slice(text[end] === '=' ? end + 1 : end).trim() };
}

const INCLUDES: readonly string[] = ['-r', '--requirement'];
const CONSTRAINTS: readonly string[] = ['-c', '--constraint'];
const EDITABLE: readonly string[] = ['-e', '--editable'];
const SETTINGS: readonly string[] = [
  '-i',
  '--index-url',
  '--extra-index-url',
  '--no-index',
  '-f',
  '--find-links',
  '--no-binary',
  '--only-binary',
  '--prefer-binary',
  '--require-hashes',
  '--pre',
  '--trusted-host',
  '--use-feature',
];
