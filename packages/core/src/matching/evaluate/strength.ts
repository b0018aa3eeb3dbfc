import { ABOUT_ORDER } from '../../ranges/evaluate.ts';
import { isPlainlyCommit } from '../../ranges/git.ts';
import type { Caveat, Evaluation, Proof, RecordRef } from '../../ranges/model.ts';
import { isEnrichment, isMalware } from '../../records/record-kinds.ts';
import { getScheme } from '../../versions/ecosystems.ts';
import type { Identity } from '../match.ts';
import { baseOf, kindOf } from '../resolve/ecosystem-kinds.ts';

/** How firmly an evaluation confirms that a version is affected. */
export const STRENGTHS = ['firm', 'partial', 'weak'] as const;
export type Strength = (typeof STRENGTHS)[number];

/**
 * `firm`: the version lies within bounds that leave no doubt. `partial`: something about the bounds was assumed, or there is no
 * upper one. `weak`: there are no bounds at all, or it holds for some release, platform or commit that nobody asked about, or the record
 * lists the affected versions, this one is not among them, and only a range without an end includes it.
 */
export function strengthOf({ verdict, proof }: Evaluation, { rule }: Pick<Identity, 'rule'>): Strength {
  if (verdict !== 'affected') return 'weak';
  const order = isPlain(proof.question.version ?? null, proof.range?.events.map(({ version }) => version) ?? []);
  const caveats = proof.caveats.filter((caveat) => !(order && ABOUT_ORDER.has(caveat)));
  if (caveats.some((caveat) => WEAKENING.has(caveat))) return 'weak';
  if (caveats.includes('open_range_beside_versions') && !isMalware(proof.record)) return 'weak';
  if (proof.conditions.some(isForeignPlatform)) return 'weak';
  if (
    isUnnumbered(proof) ||
    isBelowByEpoch(proof) ||
    isOtherNumbering(proof) ||
    proof.range?.events.some(({ version }) => isPlainlyCommit(version))
  )
    return 'weak';
  const open = openness(proof, rule === 'asked_ecosystem');
  if (caveats.length > 0) return open === 'every' ? 'weak' : 'partial';
  // Who enriched a record took the version that its prose names, which is the fixed one as often.
  if (proof.listed !== null && isEnrichment(proof.record)) return 'partial';
  return OPEN[open];
}

/** Reports whether the range that includes the version has no end. */
export function isOpenEnded({ bound, listed, reason }: Proof): boolean {
  return listed === null && reason === 'in_range' && (bound?.type === 'introduced' || bound?.type === 'after');
}

/** Reports whether nothing narrows what is said to be affected. */
export function isEveryVersion({ listed, range }: Pick<Proof, 'listed' | 'range'>): boolean {
  return listed === null && (range === null || range.words === 'every version');
}

type Openness = 'bounded' | 'registry' | 'end' | 'every';

/** How far a range without an end is to be trusted: a registry's database says so on purpose, a CVE record for want of knowledge. */
const OPEN: Readonly<Record<Openness, Strength>> = { bounded: 'firm', registry: 'firm', end: 'partial', every: 'weak' };

function openness({ record, reason, range, listed, subject }: Proof, isAsked: boolean): Openness {
  if (listed !== null) return 'bounded';
  const every = range === null || range.words === 'every version';
  if (reason === 'default_status') return range === null ? 'every' : 'bounded';
  const ends =
    range?.events.some(({ type }) => type === 'fixed' || type === 'last_affected' || type === 'limit') ?? false;
  if (!every && (ends || reason !== 'in_range' || !range.words.endsWith(' onwards'))) return 'bounded';
  if (isMalware(record)) return 'registry';
  // Whoever assigned the CVE may know that all versions are affected; others write so for want of knowledge.
  if (subject.ecosystem === null) return every && !isAssigners(record) ? 'every' : 'end';
  if (!every) return 'registry';
  // The Go database affects every version where a module's versions are not those of its releases. That tells something of the
  // module, and nothing of the program that is built from it.
  if (subject.ecosystem === 'Go') return isAsked ? 'end' : 'every';
  return kindOf(baseOf(subject.ecosystem)) === 'upstream' ? 'every' : 'end';
}

function isAssigners(record: RecordRef): boolean {
  return record.source === 'cve_list_v5' && !isEnrichment(record);
}

/**
 * The collection's version of software without releases is the day of a snapshot, which compares with no release; that of an environment
 * is the interpreter's.
 */
function isUnnumbered({ question }: Proof): boolean {
  return /^0-unstable-\d{4}-\d{2}-\d{2}$|^\d[\d.]{0,30}-env$/.test(question.version ?? '');
}

/** A build below a fix only because its epoch was left out, as tools do. */
function isBelowByEpoch({ question, bound, subject }: Proof): boolean {
  const [, plain] = /^[1-9]\d{0,8}:(.+)$/.exec(bound?.version ?? '') ?? [];
  const asked = question.version ?? '';
  if (plain === undefined || subject.ecosystem === null || asked.includes(':')) return false;
  const { scheme } = getScheme(subject.ecosystem);
  return scheme !== null && scheme.isValid(asked) && scheme.isValid(plain) && scheme.compare(asked, plain) >= 0;
}

/** Versions by year and versions by count do not compare: 25.8 is not before 2023.4. */
function isOtherNumbering({ question, bound }: Proof): boolean {
  if (question.version == null || bound === null || bound.type === 'introduced' || bound.type === 'after') return false;
  const [asked, stated] = [question.version, bound.version].map((each) =>
    Number(/^v?(\d{1,8})(?!\d)/.exec(each)?.[1] ?? 0),
  );
  return isYear(stated ?? 0) && (asked ?? 0) > 0 && (asked ?? 0) < 100;
}

function isYear(number: number): boolean {
  return number >= 1990 && number < 2100;
}

const WEAKENING: ReadonlySet<Caveat> = new Set([
  'bound_misprinted',
  'untagged_commit',
  'release_not_named',
  'vendor_not_compared',
  'whole_package',
]);

/** Every order of versions agrees about numbers with dots between them: that one was assumed then changes nothing. */
function isPlain(version: string | null, bounds: readonly string[]): boolean {
  return version !== null && [version, ...bounds].every((each) => PLAIN.test(each));
}

const PLAIN = /^\d{1,12}(?:\.\d{1,12}){0,8}$/;

/** NVD names platforms as "together with vendor product, or …": of these no package of a Unix collection is one. */
function isForeignPlatform(condition: string): boolean {
  if (!condition.startsWith(TOGETHER)) return false;
  const platforms = condition.slice(TOGETHER.length).split(', or ');
  return platforms.every((platform) => FOREIGN.some((foreign) => platform.startsWith(foreign)));
}

const TOGETHER = 'together with ';
const FOREIGN: readonly string[] = [
  'microsoft windows',
  'google android',
  'apple iphone_os',
  'apple ipados',
  'apple mac_os_x',
  'apple macos',
];
