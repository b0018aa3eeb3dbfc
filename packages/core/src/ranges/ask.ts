import { foldName } from '../names/product-name.ts';
import { frame, opaque } from './claims.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion, Evaluation, Question } from './model.ts';
import { withCaveat } from './proof.ts';
import { isSameName } from './same-name.ts';

/** A package of an ecosystem, named as OSV names them: `Debian:12`, `npm`, `Packagist:https://packages.drupal.org/8`. */
export interface PackageQuestion extends Question {
  readonly ecosystem: string;
  readonly name: string;
}

/** A product as CPE and CVE records name them. */
export interface ProductQuestion extends Question {
  /** Null when the asker knows no vendor; a product's name alone is not its identity. */
  readonly vendor: string | null;
  readonly product: string;
}

/** What the assertions that are about this package say; those about others are left out. */
export function askPackage(assertions: readonly Assertion[], question: PackageQuestion): Evaluation[] {
  return assertions.flatMap((assertion) => {
    const { ecosystem, name } = assertion.subject;
    // The wildcard is how OSV 1.9 marks a whole ecosystem, at its end of life for one.
    if (ecosystem === null || (name !== '*' && !isSameName(ecosystem, name, question.name))) return [];
    const fit = releaseFit(ecosystem, question.ecosystem);
    if (fit === 'other') return [];
    const asked: Question = { version: question.version ?? null, commit: question.commit ?? null };
    if (fit === 'same' && !isListOnly(question)) return [evaluate(assertion, asked)];
    return [withCaveat(evaluate(isListOnly(question) ? listOnly(assertion) : assertion, asked), 'release_not_named')];
  });
}

/** What the assertions that are about this product say. Without a vendor, every match is marked as one by name alone. */
export function askProduct(assertions: readonly Assertion[], question: ProductQuestion): Evaluation[] {
  const product = foldName(question.product);
  const vendor = question.vendor === null ? null : foldName(question.vendor);
  return assertions.flatMap((assertion) => {
    const { subject } = assertion;
    if (foldName(subject.name) !== product) return [];
    if (vendor !== null && subject.vendor !== null && foldName(subject.vendor) !== vendor) return [];
    const found = evaluate(assertion, { version: question.version ?? null, commit: question.commit ?? null });
    return [vendor === null || subject.vendor === null ? withCaveat(found, 'vendor_not_compared') : found];
  });
}

/**
 * Whether a record for one ecosystem answers for another: `Debian:12` for `Debian:12`, not for `Debian:11`.
 * The bare name asks for every release at once, so whatever is found holds for some release only.
 */
export function releaseFit(recorded: string, asked: string): 'same' | 'some' | 'other' {
  if (plain(recorded) === plain(asked)) return 'same';
  return !asked.includes(':') && recorded.startsWith(`${asked}:`) ? 'some' : 'other';
}

/** Whether an ecosystem is written with a release: `Debian:12`, not `Debian`, and not `Maven:https://…`. */
export function namesRelease(ecosystem: string): boolean {
  return plain(ecosystem).includes(':');
}

/**
 * Ubuntu's long-term mark and Alpine's `v` are written by some and left out by others. The address of a repository is no release: a
 * package of Maven or Composer is the same one wherever it was fetched from.
 */
function plain(ecosystem: string): string {
  const repository = ecosystem.indexOf(':https://');
  if (repository !== -1) return ecosystem.slice(0, repository);
  const marked = ecosystem.startsWith('Ubuntu:') && ecosystem.endsWith(':LTS');
  if (marked) return ecosystem.slice(0, -':LTS'.length);
  return ecosystem.startsWith('Alpine:v') ? `Alpine:${ecosystem.slice('Alpine:v'.length)}` : ecosystem;
}

/** Without a release, ranges of these two match far too much; osv.dev evaluates enumerated versions only (osv.dev#3980). */
function isListOnly({ ecosystem, version }: PackageQuestion): boolean {
  return (ecosystem === 'Alpine' || ecosystem === 'Ubuntu') && version != null;
}

function listOnly(assertion: Assertion): Assertion {
  const lists = assertion.claims.filter((claim) => claim.type === 'list');
  const rest = opaque(frame('ecosystem'), 'ranges of some release', 'release_not_named');
  return { ...assertion, claims: assertion.claims.length > lists.length ? [...lists, rest] : lists };
}
