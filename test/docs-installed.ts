import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf } from './docs-pages.ts';

/** A command of a document, on one line. */
export interface CommandLine {
  readonly page: string;
  readonly line: string;
  /** What it ends with, where the line says so: `# exit code 1`. */
  readonly code: number;
}

/** The commands of these documents as they are typed; those with a placeholder, and those that only set things up, are left out. */
export function commandLines(pages: readonly string[]): CommandLine[] {
  return pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => line.trim() !== '' && !/^(?:#|export |npm install )|<[\w ]+>/.test(line))
      .map((line) => ({ page, line, code: Number(/# exit code (\d+)/.exec(line)?.[1] ?? 0) })),
  );
}

/** Those that run a program of a package: by its name, or by npx. */
export function installedLines(pages: readonly string[]): CommandLine[] {
  return commandLines(pages).filter(({ line }) => /^(?:npx --yes @almanac\/|almanac(?:-mcp)? )/.test(line));
}

/**
 * A folder for `PATH` with `npx`, `almanac` and `almanac-mcp`: each runs a program of ours as it is given here. What npx would fetch
 * is not published before a release.
 */
export function programsIn(folder: string, programs: { readonly cli: string; readonly mcp: string }): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, lines: string) => {
    writeFileSync(path.join(folder, name), `#!/bin/bash\n${lines}\n`);
    chmodSync(path.join(folder, name), 0o755);
  };
  write('almanac', `exec ${programs.cli} "$@"`);
  write('almanac-mcp', `exec ${programs.mcp} "$@"`);
  write(
    'npx',
    `case "$1 $2" in
  '--yes @almanac/cli' | '--yes @almanac/cli@'*) shift 2; exec ${programs.cli} "$@" ;;
  '--yes @almanac/mcp' | '--yes @almanac/mcp@'*) shift 2; exec ${programs.mcp} "$@" ;;
esac
echo "npx was asked for something else: $*" >&2
exit 97`,
  );
  return folder;
}
