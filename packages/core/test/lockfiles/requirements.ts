import { each, realCases } from '../lockfile-cases.ts';

export const cases = realCases('requirements.txt', (entries) =>
  each(entries, (at) => `p${at}[x]==1.0.${at} ; os_name == "nt" \\\n    --hash=sha256:00\n    # via p${at + 1}\n`).join(
    '',
  ),
);
