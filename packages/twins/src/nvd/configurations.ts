import type { Configuration, Facts, NvdAnalysis, Product, ProductVersion } from '../world/vulnerability.ts';

/** Falls back to configurations made from the assigner's ranges. */
export function configurationsOf(analysis: NvdAnalysis, facts: Facts | null): readonly Configuration[] {
  if (analysis.configurations !== undefined) return analysis.configurations;
  if (analysis.status !== 'Analyzed' && analysis.status !== 'Modified') return [];
  return productConfigurations(facts);
}

/** One node with every affected range of the assigner's products. */
export function productConfigurations(facts: Facts | null): readonly Configuration[] {
  const cpeMatch = (facts?.products ?? []).flatMap(matchesOf);
  return cpeMatch.length === 0 ? [] : [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }];
}

type CpeMatch = Configuration['nodes'][number]['cpeMatch'][number];

function matchesOf({ vendor, product, versions }: Product): CpeMatch[] {
  if (vendor === undefined || product === undefined || product === 'n/a') return [];
  return versions.filter(({ status }) => status === 'affected').map((version) => matchOf(vendor, product, version));
}

function matchOf(vendor: string, product: string, each: ProductVersion): CpeMatch {
  const { version, lessThan, lessThanOrEqual } = each;
  const bounded = lessThan !== undefined || lessThanOrEqual !== undefined;
  return {
    vulnerable: true,
    criteria: `cpe:2.3:a:${component(vendor)}:${component(product)}:${bounded ? '*' : component(version)}:*:*:*:*:*:*:*`,
    ...(bounded && version !== '0' && version !== '*' ? { versionStartIncluding: version } : {}),
    ...(lessThan === undefined ? {} : { versionEndExcluding: lessThan }),
    ...(lessThanOrEqual === undefined ? {} : { versionEndIncluding: lessThanOrEqual }),
  };
}

/** Lower case, underscores for blanks, special characters escaped with a backslash. */
function component(text: string): string {
  return Array.from(text.toLowerCase().replaceAll(' ', '_'), (sign) =>
    /[a-z0-9._-]/.test(sign) ? sign : `\\${sign}`,
  ).join('');
}
