import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber } from './lines.ts';
import { readXml } from './xml.ts';

export const packagesConfig = defineLockfile({
  kind: 'packages.config',
  otherNames: ['packages.*.config'],
  read: readPackagesConfig,
  page: {
    forms: '',
    direct: 'null: the file mixes both',
    dev: 'the flag `developmentDependency`',
    place: 'line',
    skipped: 'packages without an ID or a version',
  },
});

/** packages.config of NuGet: everything that is installed. https://learn.microsoft.com/nuget/reference/packages-config */
function readPackagesConfig(text: string, collection: Collection): null {
  readXml(text, 'packages', ({ path, attributes, line }) => {
    if (path !== 'packages/package') return;
    const place = lineNumber(line);
    const name = attributes.get('id') ?? '';
    const version = attributes.get('version') ?? '';
    const dev = attributes.get('developmentDependency')?.toLowerCase() === 'true';
    if (name === '' || version === '') collection.skip(place, name || null, 'the package has no ID or no version');
    else collection.add({ type: 'nuget', name, version, direct: null, dev, place });
  });
  return null;
}
