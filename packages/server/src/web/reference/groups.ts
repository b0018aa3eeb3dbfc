import type { OpenapiDocument } from '@almanac/contract';
import type { Described } from './described.ts';

export interface EndpointGroup {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly members: readonly Described[];
}

export function groupsOf(document: OpenapiDocument): EndpointGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document, method, path, operation })),
  );
  return document.tags.map((tag) => ({
    ...tag,
    title: groupTitle(tag.name),
    members: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
}

export function groupTitle(name: string): string {
  return TITLES.get(name) ?? name;
}

export function areaNames(): string[] {
  return [...TITLES.keys()];
}

export function endpointAddress(area: string, id: string): string {
  return `/docs/${area}#${id}`;
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['cve', 'CVEs'],
  ['packages', 'Packages'],
  ['tracker', 'Tracker'],
  ['sbom', 'Bills of materials'],
  ['graph', 'Graph'],
  ['analytics', 'Analytics'],
  ['feeds', 'Feeds'],
  ['access', 'Access'],
  ['meta', 'The service'],
]);
