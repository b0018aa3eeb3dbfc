import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RepologyPackage, RepologyProjects } from '../repology/projects.ts';
import { corpusDocument } from './lines.ts';

const ENDING = '.json.gz';

export async function repologyProjects(root: string): Promise<RepologyProjects> {
  const found = new Map<string, readonly RepologyPackage[]>();
  for (const file of (await readdir(path.join(root, 'repology'))).toSorted()) {
    if (!file.endsWith(ENDING)) continue;
    found.set(file.slice(0, -ENDING.length), await corpusDocument<RepologyPackage[]>(root, `repology/${file}`));
  }
  return found;
}
