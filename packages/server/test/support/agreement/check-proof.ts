import { createHash } from 'node:crypto';

/** Another program's view of a proof: it reads the proof and the evidence bytes, and nothing of ours. */
export interface ShownProof {
  readonly evidence: readonly ShownEvidence[];
}

interface ShownEvidence {
  readonly kind: string;
  readonly id: string;
  readonly sha256: string | null;
  readonly text?: string;
  readonly title?: string;
  readonly identity: { readonly rule: string; readonly weight: number; readonly to: string };
  readonly evaluation?: {
    readonly verdict: string;
    readonly proof: {
      readonly subject: { readonly name: string };
      readonly question: { readonly version: string | null };
      readonly listed: string | null;
      readonly reason: string;
      readonly range: { readonly events: readonly { readonly type: string; readonly version: string }[] } | null;
    };
  };
}

/** What is wrong with a proof; nothing, if all is right. */
export function faultsOf(proof: ShownProof, bytesOf: (sha256: string) => Buffer | undefined): string[] {
  return proof.evidence.flatMap((each) => {
    const fault = faultOf(each, bytesOf(each.sha256 ?? ''));
    return fault === null ? [] : [`${each.kind} ${each.id}: ${fault}`];
  });
}

function faultOf(
  { kind, id, sha256, identity, evaluation, text, title }: ShownEvidence,
  bytes: Buffer | undefined,
): string | null {
  if (bytes === undefined) return 'has no evidence';
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return 'the bytes have another hash';
  if (identity.weight <= 0 || identity.weight > 1) return 'the weight is none';
  const record: unknown = JSON.parse(bytes.toString());
  if (kind === 'issue') return textsIn(record).has(title ?? '') ? null : 'the issue has another title';
  if (kind === 'known_vulnerability') return textsIn(record).has(text ?? '') ? null : 'the collection does not say so';
  if (!textsIn(record).has(id)) return 'the record has another id';
  if (evaluation === undefined) return 'nothing was evaluated';
  const { subject, question, listed, range, reason } = evaluation.proof;
  const bounds = (range?.events ?? []).filter(({ version }) => version !== '0');
  const wanted = [...bounds.map(({ version }) => version), ...(listed === null ? [] : [listed])];
  const entry = entriesOf(record, subject.name).find((one) => wanted.every((version) => spells(one, version)));
  if (entry === undefined) return 'no entry about the package has these bounds';
  if (evaluation.verdict !== 'affected' || question.version === null || reason !== 'in_range') return null;
  return inside(question.version, range?.events ?? []) ? null : `${question.version} is not within`;
}

/** The smallest objects of the document that name the package: entries of `affected`, nodes of a configuration. */
function entriesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((child) => entriesOf(child, name));
  const own = [...textsIn(value)].some(
    (text) => folded(text) === folded(name) || folded(text).includes(`:${folded(name)}:`),
  );
  return own ? [...inner, value] : inner;
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(' ', '_');
}

function spells(entry: unknown, version: string): boolean {
  return [...textsIn(entry)].some((text) => text.includes(version));
}

function textsIn(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  const found = new Set<string>();
  for (const child of Object.values(value)) for (const text of textsIn(child)) found.add(text);
  return found;
}

/** By numbers with dots between them, which every order of versions agrees about. */
function inside(version: string, events: readonly { readonly type: string; readonly version: string }[]): boolean {
  let holds = false;
  for (const { type, version: bound } of events.toSorted((a, b) => compare(a.version, b.version))) {
    const order = compare(version, bound);
    if (type === 'introduced' && order >= 0) holds = true;
    if (type === 'after' && order > 0) holds = true;
    if ((type === 'fixed' || type === 'limit') && order >= 0) holds = false;
    if (type === 'last_affected' && order > 0) holds = false;
  }
  return holds;
}

function compare(a: string, b: string): number {
  const [first, second] = [a, b].map((each) => each.split('.').map(Number));
  for (let i = 0; i < Math.max(first?.length ?? 0, second?.length ?? 0); i += 1) {
    const difference = (first?.[i] ?? 0) - (second?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
