/** What the title of a pull request says, as far as it follows the collection's form. */
export interface ReadTitle {
  /** `[release-25.05]`, `[Backport release-25.05]`: what stands in brackets before. */
  readonly tags: readonly string[];
  /** Before the colon: `curl`, `python3Packages.requests`, `nixos/nginx`, `treewide`; null where there is no colon. */
  readonly subject: string | null;
  /** Of `1.2 -> 1.3`; null where it is another kind of title. */
  readonly from: string | null;
  readonly to: string | null;
  /** Of `init at 1.0`. */
  readonly init: string | null;
}

const LONGEST = 1_000;
const MOST_TAGS = 5;

/** Reads `[tag] name: old -> new`, `name: init at version` and `name: anything`. */
export function readTitle(title: string): ReadTitle {
  const tags: string[] = [];
  let text = title.slice(0, LONGEST).trim();
  while (tags.length < MOST_TAGS && text.startsWith('[')) {
    const end = text.indexOf(']');
    if (end === -1) break;
    tags.push(text.slice(1, end).trim());
    text = text.slice(end + 1).trim();
  }
  const colon = text.indexOf(': ');
  if (colon < 1) return { tags, subject: null, from: null, to: null, init: null };
  const subject = text.slice(0, colon).trim();
  const words = text
    .slice(colon + 2)
    .trim()
    .split(/\s+/);
  const [first = '', arrow = '', third = ''] = words;
  if (arrow === '->') return { tags, subject, from: version(first), to: version(third), init: null };
  const isInit = first === 'init' && arrow === 'at';
  return { tags, subject, from: null, to: null, init: isInit ? version(third) : null };
}

/** Without what a sentence puts behind it. */
function version(word: string): string | null {
  let end = word.length;
  while (end > 0 && ',;:.)'.includes(word.charAt(end - 1))) end -= 1;
  return end === 0 ? null : word.slice(0, end);
}

/** Whether a title's subject is the package: by its attribute, in whatever set, or by its own name. */
export function namesPackage(subject: string, names: readonly string[]): boolean {
  const asked = subject.split(/[,;&]| and /).map((each) => plain(each));
  return names.some((name) => asked.includes(plain(name)));
}

function plain(name: string): string {
  const text = name.trim().replaceAll('"', '').toLowerCase().replaceAll('_', '-');
  return text.slice(text.lastIndexOf('.') + 1);
}
