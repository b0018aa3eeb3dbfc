import { readCycloneDxJson } from './cyclonedx-json.ts';
import { readCycloneDxXml } from './cyclonedx-xml.ts';
import { dialectOf, type Notation, notAnSbom, notationOf, unwrapSbom } from './detect.ts';
import { exceedsBounds } from './json-bounds.ts';
import { SBOM_LIMITS, type SbomLimits, type SbomProblem, type SbomReading } from './model.ts';
import { readDerivations } from './nix-derivations.ts';
import { readPathInfo } from './nix-path-info.ts';
import { readStoreGraph, readStorePaths } from './nix-texts.ts';
import { readSpdxJson } from './spdx-json.ts';
import { readSpdxTagValue } from './spdx-tag-value.ts';
import { readSpdx3 } from './spdx3.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a bill of materials in whatever of its formats it is written, which its content tells. What is not as its standard says is
 * read all the same where that is safe, and noted; what is no component is listed with the reason. Never throws.
 */
export function readSbom(text: string, limits: SbomLimits = SBOM_LIMITS): SbomReading {
  if (text.length > limits.characters) {
    const most = limits.characters.toLocaleString('en-GB');
    return refuse({ code: 'too_large', message: `The document is longer than ${most} characters.` });
  }
  const hasMark = text.startsWith(BYTE_ORDER_MARK);
  const document = text.trimStart();
  const notes: string[] = [];
  if (document.includes('\uFFFD')) {
    notes.push('The document contains characters that could not be decoded (U+FFFD). Its encoding may not be UTF-8.');
  }
  const notation = notationOf(document);
  if (hasMark && notation !== 'xml') notes.push('The document starts with a byte order mark.');
  if (notation === null)
    return refuse(notAnSbom(document === '' ? 'The document is empty.' : 'It is neither JSON, XML nor tag-value.'));
  const reading = readNotation(notation, document, limits);
  if (reading.sbom === null || notes.length === 0) return reading;
  return { sbom: { ...reading.sbom, notes: [...notes, ...reading.sbom.notes] }, problem: null };
}

function readNotation(notation: Notation, document: string, limits: SbomLimits): SbomReading {
  if (notation === 'xml') return readCycloneDxXml(document, limits);
  if (notation === 'tag-value') return readSpdxTagValue(document, limits);
  if (notation === 'store-paths') return readStorePaths(document, limits);
  if (notation === 'graph') return readStoreGraph(document, limits);
  const problem = exceedsBounds(document, limits);
  if (problem !== null) return refuse(problem);
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse({ code: 'malformed', message: `The JSON is not well-formed: ${reason.slice(0, 200)}` });
  }
  return readJson(value, limits);
}

function readJson(document: unknown, limits: SbomLimits): SbomReading {
  const { value, at } = unwrapSbom(document);
  const reading = readDialect(value, at, limits);
  if (reading.sbom === null || at === '') return reading;
  const notes = [`The document is in the member "${at.slice(1)}" of another document.`, ...reading.sbom.notes];
  return { sbom: { ...reading.sbom, notes }, problem: null };
}

function readDialect(value: unknown, at: string, limits: SbomLimits): SbomReading {
  const dialect = dialectOf(value);
  if (dialect === 'cyclonedx') return readCycloneDxJson(value, at, limits);
  if (dialect === 'spdx-2') return readSpdxJson(value, at, limits);
  if (dialect === 'spdx-3') return readSpdx3(value, at, limits);
  if (dialect === 'path-info') return readPathInfo(value, limits);
  if (dialect === 'derivation') return readDerivations(value, limits);
  return refuse(notAnSbom('It is JSON, but not a known SBOM format.'));
}

function refuse(problem: SbomProblem): SbomReading {
  return { sbom: null, problem };
}
