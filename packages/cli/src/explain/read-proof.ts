import type { MatchProof } from '@almanac/core/matching';

/** A proof as core has it; null where a service of another release writes it in another form. */
export function readProof(value: unknown): MatchProof | null {
  const { reason, overturn, evidence, against, left } = membersOf(value);
  if (typeof reason !== 'string' || typeof overturn !== 'string' || typeof left !== 'number') return null;
  if (!Array.isArray(evidence) || !Array.isArray(against)) return null;
  const isReadable = evidence.every(isEvidence) && against.every(isAgainst);
  return isReadable ? (value as MatchProof) : null;
}

function isEvidence(value: unknown): boolean {
  const { kind, source, id, identity, evaluation } = membersOf(value);
  if (typeof source !== 'string' || typeof id !== 'string') return false;
  if (typeof membersOf(identity)['reason'] !== 'string') return false;
  return kind !== 'record' || isEvaluation(evaluation);
}

function isAgainst(value: unknown): boolean {
  const { kind, attribute, cve, source, id, evaluation } = membersOf(value);
  if (kind === 'patched') return typeof attribute === 'string' && typeof cve === 'string';
  return typeof source === 'string' && typeof id === 'string' && isEvaluation(evaluation);
}

function isEvaluation(value: unknown): boolean {
  const { verdict, proof } = membersOf(value);
  const { reason, caveats, question } = membersOf(proof);
  const isProof = typeof reason === 'string' && Array.isArray(caveats) && typeof question === 'object';
  return typeof verdict === 'string' && isProof && question !== null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
