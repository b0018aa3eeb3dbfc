/** One package of one repository, as a version aggregator files it under a project. */
export interface ProjectRow {
  readonly repo: string;
  /** The repository's name for it; for a Nix repository the attribute, if given. */
  readonly name: string | null;
  readonly version: string;
  /** The aggregator's own word. */
  readonly upstreamStatus: string;
  /** The aggregator takes this version for a vulnerable one. It never says of a version that it is not. */
  readonly vulnerable: boolean;
}

/**
 * Reads the answer of Repology's `/api/v1/project/<name>`. Null: it is no such answer, or not one of its rows can be read,
 * so that something else than a list of packages has come. A single row that cannot be read is left out.
 */
export function readProject(answer: unknown): readonly ProjectRow[] | null {
  if (!Array.isArray(answer)) return null;
  const rows = answer.flatMap((given: unknown) => readRow(given) ?? []);
  return rows.length === 0 && answer.length > 0 ? null : rows;
}

function readRow(given: unknown): ProjectRow | null {
  if (typeof given !== 'object' || given === null) return null;
  const row = given as Readonly<Record<string, unknown>>;
  const [repo, version, upstreamStatus] = [text(row['repo']), text(row['version']), text(row['status'])];
  if (repo === null || version === null || upstreamStatus === null) return null;
  const name = text(row['srcname']) ?? text(row['name']) ?? text(row['visiblename']);
  return { repo, name, version, upstreamStatus, vulnerable: row['vulnerable'] === true };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
