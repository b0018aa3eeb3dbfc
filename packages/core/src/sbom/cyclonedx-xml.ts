import { SaxesParser } from 'saxes';
import { text } from '../ranges/untyped.ts';
import { addComponent, noteComposition, reasonOfStatements, SERVICE } from './cyclonedx.ts';
import { depend, finishDraft, isFull, skip, startDraft, titleOf } from './draft.ts';
import { decideVersion, type VersionDecision } from './formats.ts';
import { tooDeep, tooManyComponents } from './json-bounds.ts';
import type { SbomLimits, SbomProblem, SbomReading } from './model.ts';
import { type Element, startElement } from './xml-elements.ts';

const NAMESPACE = 'http://cyclonedx.org/schema/bom/';

/** From the issue that a patch resolves to the component: resolves, patch, patches, pedigree. */
const AROUND_ISSUE = -6;

type ReadVersion = Extract<VersionDecision, { read: true }>;

/** Carries a refusal out of the parser, which cannot be stopped otherwise. */
class Refused extends Error {
  readonly problem: SbomProblem;
  constructor(problem: SbomProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Reads CycloneDX XML as a stream of events, so that nothing is built but the components. A document type is refused unseen: no bill
 * of materials needs one, and entities, external or nested, come in no other way.
 */
export function readCycloneDxXml(document: string, limits: SbomLimits): SbomReading {
  const draft = startDraft(limits);
  const open: Element[] = [];
  const found: Element[] = [];
  let decision: ReadVersion | null = null;
  let statements = 0;

  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0')
      throw new Refused({ code: 'malformed', message: `XML ${version ?? ''} is not supported; use 1.0.` });
    if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding)) {
      draft.notes.say(`The document declares the encoding ${encoding.slice(0, 40)} but was read as UTF-8.`);
    }
  });
  parser.on('doctype', () => {
    throw new Refused(ENTITIES_REFUSED);
  });
  parser.on('opentag', (tag) => {
    if (open.length >= limits.depth) throw new Refused(tooDeep(limits));
    if (decision === null) decision = rootDecision(tag.local, tag.uri, (sentence) => draft.notes.say(sentence));
    const element = startElement(open.at(-1) ?? null, tag.local, (name) => text(tag.attributes[name]?.value));
    open.push(element);
    if (element.role === 'component' || element.role === 'service') found.push(element);
    if (element.role === 'subject') found.unshift(element);
    if (element.role === 'statement') statements += 1;
    if (found.length > limits.components + 1) throw new Refused(tooManyComponents(limits));
  });
  const read = (piece: string): void => {
    open.at(-1)?.text?.push(piece);
  };
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('closetag', () => {
    const element = open.pop();
    const within = open.at(-1);
    if (element === undefined || within === undefined) return;
    const value = element.text === null ? null : text(element.text.join(''));
    if (element.role === 'field') within.fields?.set(element.name, value ?? '');
    if (element.role === 'property') open.at(-2)?.properties?.push({ name: element.ref, value });
    if (element.role === 'aggregate') noteComposition(draft, value);
    if (element.role === 'issue-id') open.at(AROUND_ISSUE)?.resolved?.push({ type: within.type, id: value });
    if (element.role === 'dependency' && within.role === 'dependency' && within.ref !== null && element.ref !== null) {
      depend(draft, within.ref, element.ref, false);
    }
  });

  try {
    parser.write(document).close();
  } catch (error) {
    return { sbom: null, problem: problemOf(error, document, decision === null) };
  }
  const settled = decision as ReadVersion | null;
  if (settled === null) return { sbom: null, problem: { code: 'malformed', message: 'The document has no elements.' } };
  if (settled.note !== null) draft.notes.say(settled.note);
  for (const element of found) {
    if (isFull(draft)) break;
    addFound(element);
  }
  const [subject] = found[0]?.role === 'subject' ? draft.entries : [];
  if (statements > 0) skip(draft, '/bom/vulnerabilities', null, reasonOfStatements(statements));
  const title = subject === undefined ? null : titleOf(subject);
  return finishDraft(draft, { format: 'cyclonedx', specVersion: settled.specVersion, encoding: 'xml', subject: title });

  function addFound(element: Element): void {
    const field = (name: string): string | null => text(element.fields?.get(name));
    if (element.role === 'service') {
      if (element.ref !== null) draft.others.add(element.ref);
      return skip(draft, element.place, field('name'), SERVICE);
    }
    if (element.role === 'subject' && element.ref !== null) draft.subjects.add(element.ref);
    addComponent(draft, {
      type: element.type,
      ref: element.ref,
      group: field('group'),
      name: field('name'),
      version: field('version'),
      purl: field('purl'),
      cpe: field('cpe'),
      resolved: element.resolved ?? [],
      scope: field('scope'),
      properties: element.properties ?? [],
      place: element.place,
    });
  }
}

const ENTITIES_REFUSED: SbomProblem = {
  code: 'entities_refused',
  message: 'Documents with a document type declaration (DOCTYPE) are not read, because they may define entities.',
};

/** The version is the end of the namespace: `http://cyclonedx.org/schema/bom/1.6`. */
function rootDecision(local: string, uri: string, say: (sentence: string) => void): ReadVersion {
  if (local !== 'bom') throw new Refused({ code: 'not_an_sbom', message: rootMessage(local) });
  const version = uri.startsWith(NAMESPACE) ? uri.slice(NAMESPACE.length) : null;
  if (version === null) say(`The element "bom" is not in a CycloneDX namespace (${NAMESPACE}…).`);
  const decision = decideVersion('cyclonedx', 'xml', version);
  if (!decision.read) throw new Refused({ code: 'version_not_supported', message: decision.reason });
  return decision;
}

function rootMessage(local: string): string {
  const what = `The document is XML, but its root element is "${local.slice(0, 40)}" instead of CycloneDX's "bom".`;
  return local === 'RDF' ? `${what} SPDX as RDF is not supported; use JSON or tag-value.` : what;
}

function problemOf(error: unknown, document: string, beforeRoot: boolean): SbomProblem {
  if (error instanceof Refused) return error.problem;
  // A document type that does not even end is one all the same.
  if (beforeRoot && document.includes('<!DOCTYPE')) return ENTITIES_REFUSED;
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'malformed', message: `The XML is not well-formed: ${reason.slice(0, 200)}` };
}
