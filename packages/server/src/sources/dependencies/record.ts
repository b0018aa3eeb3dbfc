import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import type { SourceRecord, Unreadable } from '../source.ts';
import { drvName, getAttribute } from './derivations.ts';
import { EvaluatedJob } from './schema.ts';

export interface Dependencies {
  readonly attribute: string;
  readonly system: string;
  readonly name: string | null;
  /** Another attribute with the same derivation, which represents both. */
  readonly sameAs: string | null;
  readonly inputs: readonly string[];
  /** Inputs without an attribute. */
  readonly unnamed: number;
}

/**
 * Embeds the received line unchanged. Adds the inputs' attributes, which only other lines tell, so that the record
 * suffices to compute everything again.
 */
export function recordBytes(line: Uint8Array, job: EvaluatedJob, attributes: ReadonlyMap<string, string>): Buffer {
  const named = Object.keys(job.inputDrvs ?? {}).flatMap((path) => {
    const attribute = attributes.get(drvName(path));
    return attribute === undefined ? [] : [[drvName(path), attribute] as const];
  });
  const standing = attributes.get(drvName(job.drvPath ?? '')) ?? null;
  const parts = [Buffer.from('{"line":'), line];
  parts.push(Buffer.from(`,"inputs":${JSON.stringify(Object.fromEntries(named))},"is":${JSON.stringify(standing)}}`));
  return Buffer.concat(parts);
}

const Kept = z.object({
  line: EvaluatedJob,
  inputs: z.record(z.string(), z.string()),
  is: z.string().nullable(),
});

/** Content is compared by names, because every compiler rebuild changes all derivation hashes. */
export function parseDependencies(value: unknown): Dependencies {
  const { line, inputs, is } = Kept.parse(value);
  const attribute = getAttribute(line);
  const named = new Set(Object.values(inputs));
  named.delete(attribute);
  return {
    attribute,
    system: line.system ?? '',
    name: line.name ?? null,
    sameAs: is === attribute ? null : is,
    inputs: [...named].sort(),
    unnamed: Object.keys(line.inputDrvs ?? {}).length - Object.keys(inputs).length,
  };
}

export function dependencyItem(key: string, raw: Uint8Array): SourceRecord<Dependencies> | Unreadable {
  const element = elementOf(raw);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, key };
  try {
    const value = parseDependencies(element.value);
    return { key, raw, value, parsed: value };
  } catch (error) {
    return { unreadable: error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message, raw, key };
  }
}
