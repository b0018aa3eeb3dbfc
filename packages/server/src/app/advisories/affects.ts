import { ADVISORY_ECOSYSTEM_NAMES, evaluate } from '@almanac/core/ranges';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import { packagesNamed } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { packsOf } from '../judging/gather-facts.ts';
import { loadPacks } from '../packages/packs.ts';

/**
 * Lists the advisories that speak of any of these packages, `name` or `name@version`. Of a version, those that surely do not hold for it
 * are left out; those of which it cannot be told stay.
 */
export async function advisoriesAffecting(
  db: Db,
  names: readonly string[],
  ecosystem: string | null,
): Promise<string[]> {
  const asked = names.map(nameAndVersion);
  const { packages: known } = await packagesNamed(
    db,
    asked.map(({ name }) => (ecosystem === null ? { name } : { name, ecosystem })),
  );
  const questions = asked.map(({ version }, place) => ({
    version,
    packages: (known[place] ?? []).filter((one) => one.ecosystem !== null),
  }));
  const all = questions.flatMap(({ packages }) => packages.map(toPackName));
  const ids = new Set<string>();
  for await (const { name, shard } of loadPacks(db, all)) {
    const packs = new Map([[packMark(name), shard]]);
    for (const { version, packages } of questions) {
      for (const { assertion } of packsOf(packages, packs).flatMap(({ said }) => said)) {
        const isOut = version !== null && evaluate(assertion, { version, commit: null }).verdict === 'not_affected';
        if (assertion.record.source === 'advisory' && !isOut) ids.add(assertion.record.id);
      }
    }
  }
  return [...ids];
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
