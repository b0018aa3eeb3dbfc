/** How much of a diff is read. More than anybody writes: what lies beyond is generated, or hostile. */
export const PULL_LIMITS = {
  /** Characters of a line. */
  lineLength: 2_000,
  /** Bindings, and strings, of a line. */
  lineBindings: 50,
  /** CVE ids of a line. */
  lineIds: 20,
  /** Lines of one package. */
  lines: 10_000,
  /** Packages of one file that are told apart. */
  parts: 100,
  /** Patches, and known vulnerabilities, of one package. */
  entries: 200,
  /** CVE ids that the lists of one package name, before the change and after it. */
  ids: 500,
} as const;

type LimitId = keyof typeof PULL_LIMITS;

/** Told of each limit that was reached: what was not read is said. */
export type OnLimit = (limit: LimitId) => void;

/** What was not read of a package, in words. */
export function unreadInWords(reached: ReadonlySet<LimitId>): string[] {
  return (Object.keys(WORDS) as LimitId[]).flatMap((id) => (reached.has(id) ? [WORDS[id]] : []));
}

const { lineLength, lineBindings, lineIds, lines, parts, entries, ids } = PULL_LIMITS;

const WORDS: Readonly<Record<LimitId, string>> = {
  lineLength: `text beyond ${lineLength} characters of a line was not read`,
  lineBindings: `text beyond ${lineBindings} bindings of a line was not read`,
  lineIds: `text beyond ${lineIds} CVE IDs of a line was not read`,
  lines: `changes beyond ${lines} lines were not read`,
  parts: `packages of the file beyond ${parts} were not told apart`,
  entries: `patches and known vulnerabilities beyond ${entries} were not read`,
  ids: `patches and known vulnerabilities beyond ${ids} CVE IDs were not read`,
};
