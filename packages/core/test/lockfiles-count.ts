import type { LockfileKind } from '../src/lockfiles/kinds.ts';

/** What stands in a lockfile, counted without our readers. */
export interface Counted {
  /** Everything that the file lists. */
  readonly entries: number;
  /** How many of the entries are no package of their own, by the rules of the format. */
  readonly without: Readonly<Record<string, number>>;
}

/** Counts the entries of a file by patterns and by plain JSON. */
export function countEntries(kind: LockfileKind, text: string): Counted {
  const count = COUNTERS[kind];
  if (count === undefined) throw new Error(`the corpus has a ${kind}: count its entries in lockfiles-count.ts`);
  return count(text);
}

/** Of the kinds that the corpus has files of. */
const COUNTERS: Readonly<Partial<Record<LockfileKind, (text: string) => Counted>>> = {
  'package-lock.json': (text) => {
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { link?: boolean; name?: string; version: string }>;
    };
    const all = Object.entries(packages);
    const links = all.filter(([, { link }]) => link === true);
    const folders = all.filter(([path, { link }]) => path !== '' && link !== true && !path.includes('node_modules/'));
    const installed = all.filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
    const ids = installed.map(
      ([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`,
    );
    return {
      entries: all.length,
      without: {
        'the project': 1,
        'links to folders': links.length,
        folders: folders.length,
        'same package and version': repeats(ids),
      },
    };
  },
  'yarn.lock': (text) => (text.includes('__metadata:') ? countBerry(text) : countYarnV1(text)),
  'pnpm-lock.yaml': (text) => {
    const [, section = ''] = /^packages:\n([\s\S]*?)(?=^\S)/m.exec(`${text}\nend`) ?? [];
    const keys = [...section.matchAll(/^ {2}'?\/?(\S+?)(?:\(\S*)?'?:$/gm)].map(([, key = '']) => key);
    const folders = section.split('type: directory').length - 1;
    return { entries: keys.length, without: { folders, 'same package with other peers': repeats(keys) } };
  },
  'Cargo.lock': (text) => {
    const all = text.split('[[package]]').slice(1);
    return {
      entries: all.length,
      without: { 'crates of the project': all.filter((crate) => !crate.includes('\nsource = ')).length },
    };
  },
  'go.sum': (text) => {
    // The lines of go.mod files are counted neither there nor here.
    const lines = text
      .trim()
      .split('\n')
      .filter((line) => !line.includes('/go.mod '));
    return { entries: lines.length, without: {} };
  },
  'requirements.txt': (text) => ({ entries: text.split('\n').filter((line) => /^\w/.test(line)).length, without: {} }),
  'uv.lock': (text) => {
    const all = text.split('[[package]]').slice(1);
    const folders = all.filter((each) => /^source = \{ (?:editable|virtual|directory) /m.test(each));
    return { entries: all.length, without: { 'projects of the workspace': folders.length } };
  },
  'Gemfile.lock': (text) => {
    const [paths, others] = partition(text.split('\n\n'), (section) => section.startsWith('PATH'));
    const gems = (sections: string[]) =>
      [...sections.join('\n\n').matchAll(/^ {4}(\S+ \([^-)]*)/gm)].map(([, gem = '']) => gem);
    return {
      entries: gems(paths).length + gems(others).length,
      without: { 'gems of folders': gems(paths).length, 'same gem for another platform': repeats(gems(others)) },
    };
  },
  'flake.lock': (text) => {
    const { nodes } = JSON.parse(text) as { nodes: Record<string, { locked?: Record<string, unknown> }> };
    const locked = Object.values(nodes).flatMap((node) => (node.locked === undefined ? [] : [node.locked]));
    const ids = locked.map(({ type, owner, repo, rev, url }) =>
      JSON.stringify([type, owner, repo, rev, url]).toLowerCase(),
    );
    return { entries: Object.keys(nodes).length, without: { 'the flake': 1, 'same revision': repeats(ids) } };
  },
};

function countYarnV1(text: string): Counted {
  const blocks = [...text.matchAll(/^"?(@?[^@\s]+)@(?:npm:(@?[^@\s]+)@)?(.*):\n {2}version "(.*)"\n( {2}resolved)?/gm)];
  const folders = blocks.filter(
    ([, , , range = '', , resolved]) => /^(?:file|link):/.test(range) && resolved === undefined,
  );
  const ids = blocks.map(([, name, alias, , version]) => `${alias ?? name}@${version}`);
  return { entries: blocks.length, without: { folders: folders.length, 'same package and version': repeats(ids) } };
}

function countBerry(text: string): Counted {
  const blocks = text.split(/\n\n(?=\S)/).filter((block) => block.includes('\n  resolution: '));
  const soft = blocks.filter((block) => block.includes('linkType: soft'));
  const chosen = blocks.filter((block) => /^ {2}resolution: "@?[^@]+@condition:/m.test(block) && !soft.includes(block));
  const packages = blocks.filter((block) => !soft.includes(block) && !chosen.includes(block));
  const ids = packages.map(
    (block) => /^ {2}version: (.*)\n {2}resolution: "(@?[^@]+)@/m.exec(block)?.slice(1).join(' ') ?? '',
  );
  return {
    entries: blocks.length + 1,
    without: {
      'the file’s own version': 1,
      'links and workspaces': soft.length,
      'entries of a plugin': chosen.length,
      'same package, patched': repeats(ids),
    },
  };
}

function repeats(ids: readonly string[]): number {
  return ids.length - new Set(ids).size;
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
