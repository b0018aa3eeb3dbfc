import { mergeLists } from './claims.ts';
import { claimsOfEntry } from './cve-entry.ts';
import { cveStatus } from './cve-status.ts';
import { productOfEntry, subjectOfEntry } from './cve-subject.ts';
import type { Assertion, Reading, RecordRef, Subject } from './model.ts';
import { readConfigurations } from './nvd.ts';
import { list, member, text } from './untyped.ts';

/**
 * Reads the affected products of a CVE record (JSON 5.x), those of the CNA first, then those that others added.
 * The first entry that covers a version decides, otherwise the product's `defaultStatus`, which is `unknown` when absent.
 */
export function readCve(value: unknown): Reading {
  const metadata = member(value, 'cveMetadata');
  const id = text(member(metadata, 'cveId')) ?? '';
  const withdrawn = text(member(metadata, 'state'))?.toUpperCase() === 'REJECTED';
  const containers = member(value, 'containers');
  const assertions: Assertion[] = [];
  const dropped: string[] = [];
  for (const container of [member(containers, 'cna'), ...list(member(containers, 'adp'))]) {
    const by = text(member(member(container, 'providerMetadata'), 'shortName'));
    const record: RecordRef = { source: 'cve_list_v5', id, ...(by === null ? {} : { by }) };
    for (const product of list(member(container, 'affected'))) {
      const subject = subjectOfEntry(product);
      if (subject === null) {
        dropped.push('affected without a name');
        continue;
      }
      assertions.push({
        record,
        subject,
        ...statementsOf(product, subject),
        withdrawn,
        ...productBeside(product, subject),
      });
      const whole = productOfEntry(product, subject);
      if (whole !== null) assertions.push({ record, subject: whole, ...statementsOf(product, whole), withdrawn });
    }
    const configured = readConfigurations(record, list(member(container, 'cpeApplicability')), withdrawn);
    for (const assertion of configured.assertions) assertions.push(assertion);
    for (const reason of configured.dropped) dropped.push(reason);
  }
  return { assertions, dropped };
}

function statementsOf(product: unknown, subject: Subject): Pick<Assertion, 'claims' | 'defaultStatus'> {
  const ownName = wordsOf(subject, text(member(product, 'product')));
  const claims = list(member(product, 'versions')).flatMap((entry) => claimsOfEntry(entry, subject.ecosystem, ownName));
  return { claims: mergeLists(claims), defaultStatus: cveStatus(member(product, 'defaultStatus')) };
}

/** Where the subject is a package, its product goes by another name. */
function productBeside(product: unknown, { name }: Subject): Pick<Assertion, 'product'> {
  const named = text(member(product, 'product'));
  return named === null || named === name ? {} : { product: named };
}

function wordsOf(subject: Subject, product: string | null): ReadonlySet<string> {
  const words = `${subject.vendor ?? ''} ${subject.name} ${product ?? ''}`.toLowerCase().split(' ');
  return new Set(words.filter((word) => word.length > 1));
}
