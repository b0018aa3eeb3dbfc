import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SnapshotTarget } from './target.ts';

/** A web server under another user reads what is published, whatever the umask of the worker is. */
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** A folder that any web server can serve. A file is written under another name, forced to the disk, then renamed. */
export function openFolderTarget(folder: string): SnapshotTarget {
  /** Folders with a new name in them. */
  const touched = new Set<string>();
  const at = (name: string) => path.join(folder, name);
  return {
    read: (name) => readFile(at(name)).catch(absent),
    has: async (name, bytes) => (await stat(at(name)).catch(absent))?.size === bytes,
    async write(name, bytes) {
      const file = at(name);
      const parent = path.dirname(file);
      const first = await mkdir(parent, { recursive: true });
      for (let made = parent; first !== undefined && made.length >= first.length; made = path.dirname(made)) {
        await chmod(made, FOLDER_MODE);
        touched.add(path.dirname(made));
      }
      const draft = `${file}.${randomUUID()}${DRAFT}`;
      try {
        await forced(
          draft,
          async (handle) => {
            await handle.writeFile(bytes);
            await handle.chmod(FILE_MODE);
          },
          'wx',
        );
        await rename(draft, file);
      } catch (error) {
        // On a full disk it would keep the disk full.
        await rm(draft, { force: true });
        throw error;
      }
      touched.add(parent);
    },
    async settle() {
      for (const each of touched) await forced(each, async () => {}, 'r');
      touched.clear();
    },
    async *objects() {
      for (const part of await readdir(at('object')).catch(none)) {
        for (const name of await readdir(at(`object/${part}`)).catch(none)) {
          const found = await stat(at(`object/${part}/${name}`)).catch(absent);
          if (found !== null) yield { path: `object/${part}/${name}`, modified: found.mtime };
        }
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    async removeDrafts(before) {
      for (const name of await readdir(folder, { recursive: true }).catch(none)) {
        if (!name.endsWith(DRAFT)) continue;
        const found = await stat(at(name)).catch(absent);
        if (found !== null && found.mtime < before) await rm(at(name), { force: true });
      }
    },
  };
}

/** How the name of a file ends that is being written. */
const DRAFT = '.draft';

type Handle = Awaited<ReturnType<typeof open>>;

/** Opens, works and waits until it is on the disk. */
async function forced(file: string, work: (handle: Handle) => Promise<void>, flags: string): Promise<void> {
  const handle = await open(file, flags);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function none(error: NodeJS.ErrnoException): string[] {
  return absent(error) ?? [];
}
