import { expect, it } from 'vitest';
import { SBOM_FORMS } from '../packages/core/src/sbom/formats.ts';
import { SBOM_LIMITS } from '../packages/core/src/sbom/model.ts';
import { readPage } from './docs-pages.ts';

it('docs/scan.md lists the formats that are read, and the limits', () => {
  const page = readPage('docs/scan.md');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  const forms = rows.flatMap(([, format = '', encoding = '', versions = '']) =>
    ['CycloneDX', 'SPDX', 'Nix'].includes(format) ? [`${format.toLowerCase()} ${encoding} ${versions}`] : [],
  );

  expect(forms).toEqual(
    SBOM_FORMS.map(({ format, encoding, specVersions }) => `${format} ${encoding} ${specVersions.join(', ')}`),
  );
  expect(page).toContain(`more than ${SBOM_LIMITS.characters.toLocaleString('en-GB')} characters`);
  expect(page).toContain(`more than ${SBOM_LIMITS.components.toLocaleString('en-GB')} components`);
  expect(page).toContain(`deeper than ${SBOM_LIMITS.depth} levels`);
});
