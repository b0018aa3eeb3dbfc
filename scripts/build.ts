/** `npm run build`: compiles or bundles the packages that others install, each into its `dist`. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { BUNDLED, bundleCli } from './release/bundle-cli.ts';
import { publishedPackages, ROOT } from './release/packages.ts';

const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');

for (const { folder, manifest } of publishedPackages()) {
  if (BUNDLED.has(manifest.name)) {
    await bundleCli();
    continue;
  }
  rmSync(path.join(ROOT, folder, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${folder}/tsconfig.build.json`], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
