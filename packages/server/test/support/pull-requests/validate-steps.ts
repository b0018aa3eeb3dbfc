import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

/** A package that moves from one version to another. */
export interface Step {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export interface PullFinding {
  readonly rule: string;
  readonly severity: string;
  readonly package: string;
  readonly cves: readonly string[];
}

/** Checks a pull request that moves packages, with no word about it. */
export async function validateSteps(app: TestApp, steps: readonly Step[]): Promise<readonly PullFinding[]> {
  const diff = steps.map(({ name, from, to }) => {
    const file = `pkgs/by-name/${name.slice(0, 2)}/${name}/package.nix`;
    const hash = (letter: string) => `hash = "sha256-${letter.repeat(43)}=";`;
    return `--- a/${file}\n+++ b/${file}\n@@ -1,3 +1,3 @@\n   pname = "${name}";\n-  version = "${from}";\n-  ${hash('A')}\n+  version = "${to}";\n+  ${hash('B')}\n`;
  });
  const { status, body } = await app.get('/api/v1/pr/validate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ diff: diff.join('') }),
  });
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return body['data'].findings as PullFinding[];
}
