import { list, member, text } from '../../ranges/untyped.ts';
import { DECISION_STATUSES, JUSTIFICATIONS } from '../model.ts';
import { decisionsCarried } from './carried.ts';
import { addStatement, type VexReading } from './statement.ts';

/** OpenVEX 0.0.1 to 0.2.0: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
export function readOpenVex(document: unknown, name: string, reading: VexReading): void {
  const author = text(member(document, 'author'));
  const time = text(member(document, 'last_updated')) ?? text(member(document, 'timestamp'));
  const isOurs = text(member(document, 'tooling'))?.startsWith('Almanac ') === true;
  for (const [i, statement] of list(member(document, 'statements')).entries()) {
    const place = `${name}, /statements/${i}`;
    const notes = text(member(statement, 'status_notes'));
    const carried = decisionsCarried(notes, place);
    if (carried.length > 0) {
      reading.decisions.push(...carried);
      continue;
    }
    const status = DECISION_STATUSES.find((word) => word === member(statement, 'status'));
    if (status === undefined) continue;
    const justification = JUSTIFICATIONS.find((word) => word === member(statement, 'justification')) ?? null;
    const reason = text(member(statement, 'impact_statement')) ?? notes ?? justification;
    const at = text(member(statement, 'last_updated')) ?? text(member(statement, 'timestamp')) ?? time;
    const ids = idsOfVulnerability(member(statement, 'vulnerability'));
    for (const purl of purlsOf(list(member(statement, 'products'))))
      addStatement(reading, { ids, purl, status, justification, reason, author, at, place, isOurs });
  }
}

/** A text up to version 0.0.1, an object since. */
function idsOfVulnerability(vulnerability: unknown): string[] {
  const name = text(vulnerability) ?? text(member(vulnerability, 'name')) ?? text(member(vulnerability, '@id'));
  const aliases = list(member(vulnerability, 'aliases')).flatMap((alias) => text(alias) ?? []);
  return [...(name === null ? [] : [name]), ...aliases];
}

/** Of the parts of a product where it names some, else of the product: that is where a component is looked for. */
function purlsOf(products: readonly unknown[]): (string | null)[] {
  return products.flatMap((product) => {
    const parts = list(member(product, 'subcomponents'));
    return (parts.length > 0 ? parts : [product]).map(purlOfProduct);
  });
}

function purlOfProduct(product: unknown): string | null {
  const id = text(product) ?? text(member(product, '@id'));
  return text(member(member(product, 'identifiers'), 'purl')) ?? (id?.startsWith('pkg:') === true ? id : null);
}
