import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const gradleLockfile = defineLockfile({
  kind: 'gradle.lockfile',
  otherNames: ['buildscript-gradle.lockfile', 'dependency-locks/*.lockfile'],
  read: readGradleLockfile,
  page: {
    forms: '',
    direct: 'null',
    dev: 'true if all configurations begin with `test`, false in `compileClasspath` and `runtimeClasspath`, otherwise null',
    place: 'line',
    skipped: 'lines that are not `group:name:version`',
  },
});

/** Lockfiles of Gradle: `group:name:version=configuration,…` lines. https://docs.gradle.org/current/userguide/dependency_locking.html */
function readGradleLockfile(text: string, collection: Collection): null {
  let read = 0;
  for (const { text: line, number } of linesOf(text)) {
    const body = line.trim();
    if (body === '' || body.startsWith('#')) continue;
    const equals = body.indexOf('=');
    const module = equals === -1 ? body : body.slice(0, equals);
    // Configurations without a dependency.
    if (module === 'empty') read += 1;
    else if (addModule(module, equals === -1 ? '' : body.slice(equals + 1), number, collection)) read += 1;
  }
  if (read === 0 && text.trim() !== '') {
    throw new LockfileProblem('Not a Gradle lockfile: no line has the form "group:name:version=configurations".');
  }
  return null;
}

function addModule(module: string, configurations: string, line: number, collection: Collection): boolean {
  const place = lineNumber(line);
  const parts = module.split(':');
  const [group = '', name = '', version = ''] = parts;
  if (parts.length !== 3 || group === '' || name === '' || version === '') {
    collection.skip(place, null, `the line is not "group:name:version": ${quoted(module)}`);
    return false;
  }
  const dev = isForTests(configurations.split(','));
  collection.add({ type: 'maven', name: `${group}:${name}`, version, direct: null, dev, place });
  return true;
}

function isForTests(configurations: readonly string[]): boolean | null {
  if (configurations.every((name) => name.startsWith('test'))) return true;
  return configurations.some((name) => name === 'compileClasspath' || name === 'runtimeClasspath') ? false : null;
}
