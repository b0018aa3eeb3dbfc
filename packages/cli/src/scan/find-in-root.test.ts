import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInRoot } from './find-in-root.ts';
import { readFiles } from './read-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-root-'));
  await write('outside/os-release', 'ID=outside\nVERSION_ID=1\n');
  await write('outside/go.sum', 'example.org/outside v1.0.0 h1:x=\n');
});
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

async function write(file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

async function read(root: string): Promise<Record<string, unknown>> {
  const files = await readFiles(folder, await findInRoot(folder, root, signal), () => {});
  return Object.fromEntries(
    files.map(({ path: file, reading }) => [
      path.posix.relative(root, file),
      reading.file === null ? reading.problem : reading.file.entries.map(({ ask }) => ask),
    ]),
  );
}

const OPENSSL = 'Package: libssl3\nStatus: install ok installed\nSource: openssl\nVersion: 3.0.15-1~deb12u1\n';

it('the list of Debian, the lockfiles below and the release of os-release are read', async () => {
  await write('debian/usr/lib/os-release', 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\nVERSION_ID="12"\n');
  await mkdir(path.join(folder, 'debian/etc'));
  // As in an image: absolute, from the root of that system.
  await symlink('/usr/lib/os-release', path.join(folder, 'debian/etc/os-release'));
  await write('debian/var/lib/dpkg/status', OPENSSL);
  await write('debian/var/lib/dpkg/status-old', OPENSSL);
  await write('debian/srv/app/go.sum', 'example.org/a v1.0.0 h1:x=\n');
  await write('debian/proc/go.sum', 'example.org/b v1.0.0 h1:x=\n');
  await write('debian/srv/app/node_modules/x/go.sum', 'example.org/c v1.0.0 h1:x=\n');

  expect(await read('debian')).toEqual({
    'srv/app/go.sum': ['pkg:golang/example.org/a@v1.0.0'],
    'var/lib/dpkg/status': ['pkg:deb/debian/openssl@3.0.15-1~deb12u1?arch=source&distro=debian-12'],
  });
});

it.each([
  ['/outside/os-release', null],
  ['../../../../outside/os-release', null],
  ['os-release', null],
])('an os-release that links to %s is none outside of the root', async (target, system) => {
  await rm(path.join(folder, 'links'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'links/etc'), { recursive: true });
  await symlink(target, path.join(folder, 'links/etc/os-release'));

  expect((await findInRoot(folder, 'links', signal)).system).toBe(system);
});

it('a link that leads out of the root is not followed, and is named', async () => {
  await mkdir(path.join(folder, 'leads/app'), { recursive: true });
  await symlink('../../outside/go.sum', path.join(folder, 'leads/app/go.sum'));
  await symlink('../outside', path.join(folder, 'leads/elsewhere'));

  expect(await read('leads')).toEqual({
    'app/go.sum': expect.stringContaining('the link points outside the folder; pass it to read it'),
  });
});

it.each([
  ['var/lib/rpm/Packages', /^not checked: the rpm database was not read: Berkeley DB and ndb/],
  [
    'usr/lib/sysimage/rpm/Packages.db',
    /^not checked: the rpm database was not read: Berkeley DB and ndb are not supported/,
  ],
  ['var/lib/rpm/rpmdb.sqlite', /^not checked: the rpm database was not read: file is not a database/],
  ['var/lib/pacman/local/ALPM_DB_VERSION', /^not checked: pacman packages are not supported$/],
])('packages in %s that cannot be read are named as not judged', async (file, problem) => {
  await rm(path.join(folder, 'unread'), { recursive: true, force: true });
  await write('unread/etc/os-release', 'ID="almalinux"\nVERSION_ID="9.5"\n');
  await write(`unread/${file}`, 'What is in here is not what the name of the file says it is.');
  await write('unread/var/lib/rpm-qa.txt', 'bind-utils-32:9.16.23-24.el9_5.x86_64\n');

  expect(await read('unread')).toEqual({
    [file]: expect.stringMatching(problem),
    'var/lib/rpm-qa.txt': ['pkg:rpm/almalinux/bind-utils@9.16.23-24.el9_5?arch=x86_64&distro=almalinux-9.5&epoch=32'],
  });
});

it('a database that is reached by two paths is named once', async () => {
  await write('twice/usr/lib/sysimage/rpm/Packages.db', 'ndb');
  await mkdir(path.join(folder, 'twice/var/lib'), { recursive: true });
  await symlink('../../usr/lib/sysimage/rpm', path.join(folder, 'twice/var/lib/rpm'));

  expect(Object.keys(await read('twice'))).toEqual(['usr/lib/sysimage/rpm/Packages.db']);
});

it('a root that is none is a mistake of the command', async () => {
  await expect(findInRoot(folder, 'nowhere', signal)).rejects.toThrow('nowhere is not a directory');
});
