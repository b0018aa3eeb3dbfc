const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};

/** The base score of a CVSS 3.1 vector (specification section 7.1), so that the world's scores are right unless meant otherwise. */
export function baseScore31(vector: string): number {
  const metrics = new Map(vector.split('/').map((part) => part.split(':') as [string, string]));
  const changed = metrics.get('S') === 'C';
  const weight = (name: string) => WEIGHTS[name]?.[metrics.get(name) ?? ''] ?? Number.NaN;
  const privileges =
    { N: 0.85, L: changed ? 0.68 : 0.62, H: changed ? 0.5 : 0.27 }[metrics.get('PR') ?? ''] ?? Number.NaN;
  const loss = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = changed ? 7.52 * (loss - 0.029) - 3.25 * (loss - 0.02) ** 15 : 6.42 * loss;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * weight('AV') * weight('AC') * privileges * weight('UI');
  return roundUp(Math.min(changed ? 1.08 * (impact + exploitability) : impact + exploitability, 10));
}

function roundUp(value: number): number {
  const whole = Math.round(value * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
