import { UnexpectedUpstream } from '../source.ts';

const MOST_DIRECTORIES = 1000;

/** Ignores names such as `Alpine:v3.17`, a leftover that is contained in `Alpine`. */
export function directoriesIn(text: string): string[] {
  const names = text.split('\n').flatMap((line) => line.trim() || []);
  if (names.length === 0) throw new UnexpectedUpstream('osv', 'ecosystems.txt names no ecosystem');
  const odd = names.find((name) => !isDirectory(name));
  if (odd !== undefined) {
    throw new UnexpectedUpstream('osv', `ecosystems.txt holds ${JSON.stringify(odd.slice(0, 40))}, which is no name`);
  }
  if (names.length > MOST_DIRECTORIES) throw new UnexpectedUpstream('osv', `${names.length} names in ecosystems.txt`);
  return names.filter((name) => !name.includes(':'));
}

/** A new ecosystem may have any name that fits into a path. */
export function isDirectory(name: string): boolean {
  return name.length <= 100 && /^[^\p{Cc}/\\<>"]+$/u.test(name) && !/^\.+$/.test(name);
}
