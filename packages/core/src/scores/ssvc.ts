/** CISA's decision, calmest first. */
export const SSVC_DECISIONS = ['Track', 'Track*', 'Attend', 'Act'] as const;
export type SsvcDecision = (typeof SSVC_DECISIONS)[number];

export type Exploitation = 'none' | 'poc' | 'active';
export type Automatable = 'no' | 'yes';
export type TechnicalImpact = 'partial' | 'total';
/** Mission prevalence and public well-being together. It depends on who asks, so no record carries it. */
export type MissionWellbeing = 'low' | 'medium' | 'high';

/** Missing points and unknown words are null: unknown, not harmless. */
export interface SsvcPoints {
  readonly exploitation: Exploitation | null;
  readonly automatable: Automatable | null;
  readonly technicalImpact: TechnicalImpact | null;
}

/** Reads the `options` of an SSVC container: an array of one-key objects, keys and values in any case. Null when none is there. */
export function readSsvc(options: unknown): SsvcPoints | null {
  if (!Array.isArray(options)) return null;
  const said = new Map<string, string>();
  for (const option of options as unknown[]) {
    if (typeof option !== 'object' || option === null) continue;
    for (const [key, value] of Object.entries(option))
      if (typeof value === 'string') said.set(plain(key), plain(value));
  }
  const points: SsvcPoints = {
    exploitation: EXPLOITATION.get(said.get('exploitation') ?? '') ?? null,
    automatable: AUTOMATABLE.get(said.get('automatable') ?? '') ?? null,
    technicalImpact: TECHNICAL_IMPACT.get(said.get('technicalimpact') ?? '') ?? null,
  };
  return Object.values(points).every((point) => point === null) ? null : points;
}

/** The decision, and the branch of the tree that gave it. */
export interface SsvcVerdict {
  readonly decision: SsvcDecision;
  readonly rule: string;
}

/** CISA's tree (https://www.cisa.gov/ssvc); null when a point is unknown, since each can change the outcome. */
export function decideSsvc(points: SsvcPoints, mission: MissionWellbeing): SsvcVerdict | null {
  const { exploitation, automatable, technicalImpact } = points;
  if (exploitation === null || automatable === null || technicalImpact === null) return null;
  const branch = `${exploitation} ${automatable} ${technicalImpact}`;
  const decision = TREE.get(branch)?.[MISSIONS.indexOf(mission)];
  if (decision === undefined) return null;
  const rule = `exploitation ${exploitation}, automatable ${automatable}, technical impact ${technicalImpact}, mission and well-being ${mission}`;
  return { decision, rule };
}

const EXPLOITATION: ReadonlyMap<string, Exploitation> = new Map([
  ['none', 'none'],
  ['poc', 'poc'],
  ['publicpoc', 'poc'],
  ['active', 'active'],
]);
const AUTOMATABLE: ReadonlyMap<string, Automatable> = new Map([
  ['no', 'no'],
  ['yes', 'yes'],
]);
const TECHNICAL_IMPACT: ReadonlyMap<string, TechnicalImpact> = new Map([
  ['partial', 'partial'],
  ['total', 'total'],
]);

const MISSIONS: readonly MissionWellbeing[] = ['low', 'medium', 'high'];

/** Outcomes for low, medium and high mission and well-being. */
const TREE: ReadonlyMap<string, readonly [SsvcDecision, SsvcDecision, SsvcDecision]> = new Map([
  ['none no partial', ['Track', 'Track', 'Track']],
  ['none no total', ['Track', 'Track', 'Track*']],
  ['none yes partial', ['Track', 'Track', 'Attend']],
  ['none yes total', ['Track', 'Track', 'Attend']],
  ['poc no partial', ['Track', 'Track', 'Track*']],
  ['poc no total', ['Track', 'Track*', 'Attend']],
  ['poc yes partial', ['Track', 'Track', 'Attend']],
  ['poc yes total', ['Track', 'Track*', 'Attend']],
  ['active no partial', ['Track', 'Track', 'Attend']],
  ['active no total', ['Track', 'Attend', 'Act']],
  ['active yes partial', ['Attend', 'Attend', 'Act']],
  ['active yes total', ['Attend', 'Act', 'Act']],
]);

/** `Technical Impact` and `technicalImpact` are the same key, `Public PoC` and `publicPoC` the same value. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(' ', '').replaceAll('_', '');
}
