import type { ResolvedIssue } from './component-evidence.ts';
import type { Property } from './source-package.ts';

/**
 * The meaning of a CycloneDX XML element, which depends on its parent: a `component` in a pedigree or tool is not part
 * of the document.
 */
export type Role =
  | 'root'
  | 'metadata'
  | 'subject'
  | 'list'
  | 'component'
  | 'service'
  | 'field'
  | 'properties'
  | 'property'
  | 'pedigree'
  | 'patches'
  | 'patch'
  | 'resolves'
  | 'issue'
  | 'issue-id'
  | 'dependencies'
  | 'dependency'
  | 'compositions'
  | 'composition'
  | 'aggregate'
  | 'statements'
  | 'statement'
  | 'other';

export interface Element {
  readonly name: string;
  readonly role: Role;
  readonly place: string;
  /** `bom-ref` of a component, `ref` of a dependency, `name` of a property. */
  readonly ref: string | null;
  readonly type: string | null;
  /** Only for components and services. */
  readonly fields: Map<string, string> | null;
  readonly properties: Property[] | null;
  /** For components: issues that their patches resolve. */
  readonly resolved: ResolvedIssue[] | null;
  /** The pieces of text within, where they are wanted. */
  readonly text: string[] | null;
  /** How many children that are counted it has had. */
  children: number;
}

const FIELDS: ReadonlySet<string> = new Set(['group', 'name', 'version', 'purl', 'cpe', 'scope']);

/** Roles of child elements, by the parent's role. */
const ROLES: Partial<Record<Role, Readonly<Record<string, Role>>>> = {
  root: {
    metadata: 'metadata',
    components: 'list',
    services: 'list',
    dependencies: 'dependencies',
    compositions: 'compositions',
    vulnerabilities: 'statements',
  },
  metadata: { component: 'subject' },
  list: { component: 'component', service: 'service' },
  properties: { property: 'property' },
  pedigree: { patches: 'patches' },
  patches: { patch: 'patch' },
  patch: { resolves: 'resolves' },
  resolves: { issue: 'issue' },
  issue: { id: 'issue-id' },
  dependencies: { dependency: 'dependency' },
  dependency: { dependency: 'dependency' },
  compositions: { composition: 'composition' },
  composition: { aggregate: 'aggregate' },
  statements: { vulnerability: 'statement' },
};

const OWN_FIELDS: ReadonlySet<Role> = new Set(['subject', 'component', 'service']);
const WITH_TEXT: ReadonlySet<Role> = new Set(['field', 'property', 'aggregate', 'issue-id']);

export function startElement(
  around: Element | null,
  name: string,
  attribute: (name: string) => string | null,
): Element {
  const role = getRole(around, name);
  if (around !== null) around.children += role === 'other' ? 0 : 1;
  return {
    name,
    role,
    place: formatPlace(around, name, role),
    ref: attribute(role === 'property' ? 'name' : role === 'dependency' ? 'ref' : 'bom-ref'),
    type: attribute('type'),
    fields: OWN_FIELDS.has(role) ? new Map() : null,
    properties: OWN_FIELDS.has(role) ? [] : null,
    resolved: role === 'subject' || role === 'component' ? [] : null,
    text: WITH_TEXT.has(role) ? [] : null,
    children: 0,
  };
}

function getRole(around: Element | null, name: string): Role {
  if (around === null) return 'root';
  if (OWN_FIELDS.has(around.role)) {
    if (FIELDS.has(name)) return 'field';
    if (name === 'properties') return 'properties';
    if (name === 'pedigree' && around.role !== 'service') return 'pedigree';
    return name === (around.role === 'service' ? 'services' : 'components') ? 'list' : 'other';
  }
  const roles = ROLES[around.role];
  return roles !== undefined && Object.hasOwn(roles, name) ? (roles[name] ?? 'other') : 'other';
}

/** `/bom/components/component[4]`, counted from one; only lists need the number. */
function formatPlace(around: Element | null, name: string, role: Role): string {
  if (role === 'component' || role === 'service') return `${around?.place}/${name}[${around?.children}]`;
  return role === 'other' || role === 'field' ? '' : `${around?.place ?? ''}/${name}`;
}
