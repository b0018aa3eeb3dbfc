import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where a program is installed; null where it is not. A folder of `PATH` that is not absolute would be one of the project: it is passed over. */
export async function findTool(
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  // On Windows only what is no script can be started without a shell.
  const name = path.sep === '\\' ? `${program}.exe` : program;
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    const target = path.join(folder, name);
    const found = await stat(target).catch(() => null);
    if (found?.isFile() === true && (await isRunnable(target))) return target;
  }
  return null;
}

async function isRunnable(target: string): Promise<boolean> {
  return access(target, constants.X_OK).then(
    () => true,
    () => false,
  );
}
