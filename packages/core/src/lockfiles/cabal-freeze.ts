import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { LockfileProblem } from './problem.ts';

export const cabalFreeze = defineLockfile({
  kind: 'cabal.project.freeze',
  manifests: ['cabal.project'],
  read: readCabalFreeze,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'compiler packages without a version (`installed`)',
  },
});

/**
 * cabal.project.freeze, `constraints: any.aeson ==2.1.2.1,`: https://cabal.readthedocs.io/en/stable/cabal-project-description-file.html.
 * Constraints that set flags alone name no version and are left out: the package has one of its own.
 */
function readCabalFreeze(text: string, collection: Collection): null {
  let inside = false;
  let found = false;
  for (const { text: line, number } of linesOf(text)) {
    const body = line.trim();
    if (body === '' || body.startsWith('--')) continue;
    // A field begins at the margin, what continues it is indented.
    if (line[0] !== ' ' && line[0] !== '\t') inside = body.startsWith('constraints:');
    if (!inside) continue;
    found = true;
    const list = body.startsWith('constraints:') ? body.slice('constraints:'.length) : body;
    for (const constraint of list.split(',')) addConstraint(constraint.trim(), number, collection);
  }
  if (!found && text.trim() !== '') throw new LockfileProblem('Not a Cabal freeze file: "constraints:" is missing.');
  return null;
}

function addConstraint(constraint: string, line: number, collection: Collection): void {
  const [, name = '', version = '', installed] = CONSTRAINT.exec(constraint) ?? [];
  if (name === '') return;
  const place = lineNumber(line);
  if (installed !== undefined) collection.skip(place, name, 'a compiler package without a version');
  else collection.add({ type: 'hackage', name, version, direct: null, dev: null, place });
}

/** `any.name ==1.0`, `name ==1.0`, `any.name installed`; not `name +flag`. */
const CONSTRAINT = /^(?:any\.)?([^ =]{1,6000}) ?(?:==([\d.]{1,6000})|(installed))$/;
