import type { SourceId } from '@almanac/contract';
import {
  type IdentityContext,
  identityContext,
  identityOf,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
} from '@almanac/core/matching';
import { coversAll } from '@almanac/core/ranges';
import { CVE_RECORD_SOURCES, RECORD_SOURCES } from '@almanac/core/records';
import type { AskedPackage } from '../../queries/affected-rows.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { type NamedPackage, subjectOf } from '../../queries/packages-named.ts';
import { linkedCovers, linkedGroups } from '../../queries/record-links.ts';
import type { Effort } from '../judging/effort.ts';
import type { ExactReads } from './exact-reads.ts';

/** A question that names the ecosystem, as a purl does. */
export type ExactQuestion = MatchQuestion & { readonly ecosystem: string };

/** What the tables have about a question. `records` is empty: no document is read. */
export type ExactFacts = Omit<MatchFacts, 'question' | 'sources'> & { readonly question: ExactQuestion };

export interface ExactOptions extends Effort {
  /** As it was known then; names and aliases are those of today, so that what was and what is can be compared. Null: now. */
  readonly moment?: Moment | null;
  /** Whose statements count; left out: those of every source of records. */
  readonly sources?: readonly SourceId[];
}

/** Questions that were read together, in their order. */
export interface ExactBatch {
  readonly facts: readonly ExactFacts[];
  /** Numbers of all packages that they mean. */
  readonly packageIds: readonly number[];
}

/** Entries that are read for so many questions at once, and for one alone. */
const MOST_ENTRIES = 20_000;

/**
 * What is known of many packages, each by ecosystem and exact name, in a handful of questions to the database for all of them. Entries
 * that surely do not hold for a question's version are left out; without a version none are. In one batch, or in halves where a giant
 * is among them: the others are answered in full all the same. One after the other, since many giants would be too much to hold at once.
 */
export async function* exactFacts(
  reads: ExactReads,
  questions: readonly ExactQuestion[],
  options: ExactOptions = {},
): AsyncGenerator<ExactBatch> {
  const { moment = null, sources = RECORD_SOURCES } = options;
  const named = await reads.packages(questions.map(({ package: name, ecosystem }) => ({ name, ecosystem })));
  const contexts = questions.map((question) => identityContext(question, []));
  const meant = contexts.map((context, i) => meantIn(context, named.packages[i] ?? []));
  const asked = new Map<string, AskedPackage>();
  const askedFor = questions.map(({ version }, i) =>
    (meant[i] ?? []).map((one) => {
      const key = JSON.stringify([one.id, version]);
      const known = asked.get(key) ?? { package: one, version };
      asked.set(key, known);
      return known;
    }),
  );
  const all = { asked: [...asked.values()], sources, at: moment, links: true };
  const packageIds = [...new Set(all.asked.map((one) => one.package.id))];
  const [first, { speakers }] = await reads.together((trip) =>
    Promise.all([trip.firstRows(all, MOST_ENTRIES), trip.speakers(packageIds, sources, moment)]),
  );
  const { rows, complete, links } = await reads.rows(all, MOST_ENTRIES, first);
  if (!complete && questions.length > 1) {
    const half = Math.ceil(questions.length / 2);
    yield* exactFacts(reads, questions.slice(0, half), options);
    yield* exactFacts(reads, questions.slice(half), options);
    return;
  }
  const rowsOf = Map.groupBy(rows, (row) => row.asked);
  const unbounded = new Set(rows.filter(({ assertion }) => assertion.withdrawn || assertion.claims.some(coversAll)));
  const covers =
    linkedCovers(
      links,
      rows.map(({ recordKey }) => recordKey),
    ) ?? (await reads.covers([...new Set(rows.map(({ recordId }) => recordId))]));
  const ids = new Set([...rows.map(({ recordKey }) => recordKey), ...[...covers.values()].flat()]);
  const groups = linkedGroups(links, ids) ?? (await reads.groups([...ids]));
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  // Where a registry's record is withdrawn or gives no bounds, the CVE's own record has a say.
  const linked = await reads.entries({
    ids: [...new Set([...unbounded].flatMap(({ recordKey }) => groupOf.get(recordKey)?.ids ?? []))],
    sources: CVE_RECORD_SOURCES.filter((source) => sources.includes(source)),
    packageIds: null,
    at: moment,
  });
  const linkedOf = Map.groupBy(linked.entries, ({ assertion }) => groupOf.get(assertion.record.id)?.id ?? '');

  const facts = questions.map((question, i): ExactFacts => {
    const said = (askedFor[i] ?? []).flatMap((one) => rowsOf.get(one) ?? []);
    const own = said.flatMap(({ recordKey }) => (covers.get(recordKey) ?? []).concat(recordKey));
    // Of its own alone, as if it were asked alone: others may be asked together with it that give no bounds for the same vulnerability.
    const open = said.filter((row) => unbounded.has(row));
    return {
      question,
      collection: [],
      candidates: contexts[i]?.candidates ?? [],
      issues: [],
      found: [
        ...said.map(({ assertion, sha256 }) => ({ assertion, sha256 })),
        ...[...new Set(open.map(({ recordKey }) => groupOf.get(recordKey)?.id ?? ''))].flatMap(
          (id) => linkedOf.get(id) ?? [],
        ),
      ],
      aliases: [...new Set(own.flatMap((id) => groupOf.get(id) ?? []))],
      covers,
      records: [],
      speakers: (meant[i] ?? []).flatMap((one): KnownSubject[] => {
        const by = speakers.get(one.id);
        return by === undefined ? [] : [{ subject: subjectOf(one), sources: [...by] }];
      }),
      complete: complete && named.complete && linked.complete,
    };
  });
  options.evaluated?.(facts.reduce((sum, { found }) => sum + found.length, 0));
  yield { facts, packageIds };
}

function meantIn(context: IdentityContext, named: readonly NamedPackage[]): NamedPackage[] {
  return named.filter((one) => one.name !== '*' && identityOf(subjectOf(one), context, null) !== null);
}
