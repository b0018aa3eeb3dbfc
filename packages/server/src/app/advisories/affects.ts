import { ADVISORY_ECOSYSTEM_NAMES, evaluate } from '@almanac/core/ranges';
import { type AskedPackage, allAffectedRows } from '../../queries/affected-rows.ts';
import { packagesNamed } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';

/** More than any hundred packages have. */
const MOST = 50_000;

/**
 * The records of the advisory database that speak of any of these packages, `name` or `name@version`. Of a version, those
 * that surely do not hold for it are left out; those of which it cannot be told stay.
 */
export async function recordsAffecting(db: Db, names: readonly string[], ecosystem: string | null): Promise<number[]> {
  const asked = names.map(nameAndVersion);
  const { packages: known } = await packagesNamed(
    db,
    asked.map(({ name }) => (ecosystem === null ? { name } : { name, ecosystem })),
  );
  const packages = asked.flatMap(({ version }, place): AskedPackage[] =>
    (known[place] ?? []).filter((one) => one.ecosystem !== null).map((one) => ({ package: one, version })),
  );
  const { rows } = await allAffectedRows(db, { asked: packages, sources: ['advisory'], at: null }, MOST);
  const holding = rows.filter(
    ({ asked: { version }, assertion }) =>
      version === null || evaluate(assertion, { version, commit: null }).verdict !== 'not_affected',
  );
  return [...new Set(holding.map(({ recordId }) => recordId))];
}

/** `pkg@1.0.0`; an `@` in front is a scope. */
function nameAndVersion(text: string): { name: string; version: string | null } {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1
    ? { name: text.slice(0, at), version: text.slice(at + 1) }
    : { name: text, version: null };
}

/** The names of an ecosystem: that of OSV, and all under which rows may have it. */
export function spellingsOf(ecosystem: string): { osv: string | null; all: readonly string[] } {
  const osv = ADVISORY_ECOSYSTEM_NAMES.get(ecosystem.toLowerCase()) ?? ecosystem;
  const rest = [...ADVISORY_ECOSYSTEM_NAMES].flatMap(([name, other]) => (other === osv ? [name] : []));
  return { osv: osv === 'other' ? null : osv, all: [...new Set([osv, ...rest])] };
}
