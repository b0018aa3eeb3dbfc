import { describeNext } from '../advice/words.ts';
import type { FindingDecision, Justification } from '../decisions/model.ts';
import { carriedDecision } from '../decisions/vex/carried.ts';
import { canonicalPurl } from '../purl/parse.ts';
import { ALL_KNOWN, ALL_KNOWN_WORDS } from './all-known.ts';
import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent } from './findings.ts';
import type { Component } from './model.ts';
import { decisionWords, type VexStatement, type VexStatus, vexStatements } from './statements.ts';

/** A document in OpenVEX 0.2.0, as far as we write it. */
export interface OpenVexDocument {
  readonly '@context': 'https://openvex.dev/ns/v0.2.0';
  readonly '@id': string;
  readonly author: string;
  readonly timestamp: string;
  readonly version: 1;
  readonly tooling: string;
  readonly statements: readonly OpenVexStatement[];
}

/** A statement of OpenVEX. */
export interface OpenVexStatement {
  readonly vulnerability: {
    readonly name: string;
    readonly description?: string;
    readonly aliases?: readonly string[];
  };
  readonly products?: readonly OpenVexProduct[];
  readonly status: VexStatus;
  readonly status_notes?: string;
  readonly justification?: Justification;
  readonly impact_statement?: string;
  readonly action_statement?: string;
}

/** A product of OpenVEX: by package URL, else by its place in the document. */
export interface OpenVexProduct {
  readonly '@id': string;
  readonly identifiers?: { readonly purl: string };
}

/** Writes what was found as OpenVEX. What is unknown is `under_investigation`; `not_affected` is said where the verdict says so. */
export function toOpenVex(examined: readonly ExaminedComponent[], about: ExportAbout): OpenVexDocument {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': about.documentId,
    author: about.site,
    timestamp: about.timestamp,
    version: 1,
    tooling: `Almanac ${about.toolVersion}`,
    statements: vexStatements(examined).map((statement) => writeStatement(statement, about)),
  };
}

function writeStatement(statement: VexStatement, about: ExportAbout): OpenVexStatement {
  const { finding, status, reason, decision, advice, components } = statement;
  const products = new Map(
    components.map((component) => toProduct(component, about)).map((product) => [product['@id'], product]),
  );
  const aliases = [...new Set(finding?.aliases)];
  const description = finding === null ? ALL_KNOWN_WORDS : finding.title;
  return {
    vulnerability: {
      name: finding?.id ?? ALL_KNOWN,
      ...(description === null ? {} : { description }),
      ...(aliases.length === 0 ? {} : { aliases }),
    },
    ...(products.size === 0 ? {} : { products: [...products.values()] }),
    status,
    // The standard wants a reason in one of two members where it is not affected, and an action where it is.
    ...(status === 'not_affected' ? toReasons(statement) : { status_notes: [reason, ...toNotes(decision)].join('\n') }),
    ...(status === 'affected' ? { action_statement: describeNext(advice) } : {}),
  };
}

function toReasons({ reason, decision }: VexStatement) {
  const justification = decision?.decision.justification ?? null;
  return {
    ...(justification === null ? {} : { justification }),
    impact_statement: reason,
    ...(decision === null ? {} : { status_notes: toNotes(decision).join('\n') }),
  };
}

/** In words, and in the line that is read again. */
function toNotes(decision: FindingDecision | null): string[] {
  return decision === null ? [] : [decisionWords(decision), carriedDecision(decision.decision)];
}

function toProduct({ purl, place }: Component, { documentId }: ExportAbout): OpenVexProduct {
  const canonical = purl === null ? null : canonicalPurl(purl);
  if (canonical !== null) return { '@id': canonical, identifiers: { purl: canonical } };
  const id = `${documentId}#${encodeURIComponent(place.toWellFormed())}`;
  return purl === null ? { '@id': id } : { '@id': id, identifiers: { purl } };
}
