import { member, text } from '../ranges/untyped.ts';
import { exceedsBounds } from '../sbom/json-bounds.ts';
import { number } from '../sbom/notes.ts';
import { DECISION_LIMITS, type Decision, type DecisionsReading } from './model.ts';
import { DecisionProblem } from './problem.ts';
import { readDecisionsToml, tooMany } from './read-toml.ts';
import { readCsaf } from './vex/read-csaf.ts';
import { readCycloneDxVex } from './vex/read-cyclonedx-vex.ts';
import { readOpenVex } from './vex/read-openvex.ts';
import type { VexReading } from './vex/statement.ts';

/** A document with decisions: its text, or a JSON value that is parsed already. */
export interface DecisionDocument {
  /** As it is named in problems and places. */
  readonly name: string;
  readonly content: unknown;
}

/** The decisions of documents together. JSON is VEX by what it says of itself, any other text a file of decisions in TOML. */
export function readDecisions(documents: readonly DecisionDocument[]): DecisionsReading {
  try {
    if (documents.length > DECISION_LIMITS.documents)
      throw new DecisionProblem(`Too many decision documents (maximum ${DECISION_LIMITS.documents}).`);
    const decisions: Decision[] = [];
    const notes: string[] = [];
    for (const document of documents) {
      const read = readDocument(document);
      for (const decision of read.decisions) decisions.push(decision);
      for (const [why, count] of read.ignored)
        notes.push(`${document.name}: ignored ${number(count, 'statement')}: ${why}.`);
      if (decisions.length > DECISION_LIMITS.decisions) throw tooMany(document.name);
    }
    return { decisions, notes, problem: null };
  } catch (error) {
    if (error instanceof DecisionProblem) return { decisions: null, problem: error.message };
    throw error;
  }
}

function readDocument({ name, content }: DecisionDocument): VexReading {
  const reading: VexReading = { decisions: [], ignored: new Map() };
  if (typeof content !== 'string') {
    readVex(content, name, reading);
    return reading;
  }
  const { characters } = DECISION_LIMITS;
  if (content.length > characters)
    throw new DecisionProblem(`${name} exceeds ${characters.toLocaleString('en-GB')} characters.`);
  const trimmed = content.trim();
  if (!trimmed.startsWith('{')) reading.decisions.push(...readDecisionsToml(content, name));
  else readVex(parsedJson(trimmed, name), name, reading);
  return reading;
}

function parsedJson(content: string, name: string): unknown {
  const { depth, decisions: components, characters } = DECISION_LIMITS;
  const problem = exceedsBounds(content, { depth, components: 5 * components, characters });
  if (problem !== null) throw new DecisionProblem(`${name}: ${problem.message}`);
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new DecisionProblem(`${name} is not JSON: ${cause instanceof Error ? cause.message.slice(0, 200) : ''}`, {
      cause,
    });
  }
}

function readVex(document: unknown, name: string, reading: VexReading): void {
  const context = text(member(document, '@context'));
  if (context?.startsWith('https://openvex.dev/ns') === true) readOpenVex(document, name, reading);
  else if (text(member(document, 'bomFormat')) === 'CycloneDX') readCycloneDxVex(document, name, reading);
  else if (text(member(member(document, 'document'), 'csaf_version')) !== null) readCsaf(document, name, reading);
  else throw new DecisionProblem(`${name} is not OpenVEX, CycloneDX or CSAF.`);
}
