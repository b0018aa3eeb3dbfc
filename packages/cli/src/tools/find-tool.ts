import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** Skips relative folders in `PATH`: they would be the project's. */
export async function findTool(
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  // Windows starts only executables without a shell, not scripts.
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
