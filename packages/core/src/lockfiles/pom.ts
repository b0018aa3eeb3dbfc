import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber } from './lines.ts';
import { readXml, type XmlElement } from './xml.ts';

export const pom = defineLockfile({
  kind: 'pom.xml',
  read: readPom,
  page: {
    forms: '',
    direct: 'true: the file lists only direct dependencies',
    dev: 'the scope `test`',
    place: 'line',
    skipped: 'transitive dependencies, the parent and the plugins: the file is not resolved',
  },
});

/**
 * pom.xml, without resolution: the dependencies that the file itself names, with versions that it gives in the entry, under
 * `dependencyManagement` or as a property. A version that comes from elsewhere, and a range, stay open. https://maven.apache.org/pom.html
 */
function readPom(text: string, collection: Collection): null {
  const properties = new Map<string, string>();
  const managed = new Map<string, string>();
  const dependencies: XmlElement[] = [];
  readXml(text, 'project', (element) => {
    if (element.path === 'project/properties') for (const [name, value] of element.fields) properties.set(name, value);
    else if (element.path === 'project/parent') readProject(element, properties, 'project.parent.');
    else if (element.path === 'project') readProject(element, properties, 'project.');
    else if (element.path === `project/dependencyManagement/${DEPENDENCY}`) {
      managed.set(identity(element), element.fields.get('version') ?? '');
    } else if (element.path === `project/${DEPENDENCY}` || element.path === `project/profiles/profile/${DEPENDENCY}`) {
      dependencies.push(element);
    }
  });
  for (const own of ['groupId', 'version']) inherit(own, properties);
  for (const element of dependencies) addDependency(element, { properties, managed }, collection);
  collection.skip('pom.xml', null, NOT_RESOLVED);
  return null;
}

const DEPENDENCY = 'dependencies/dependency';
const NOT_RESOLVED =
  'not checked: transitive dependencies, the parent and the plugins, which pom.xml does not list; scan the SBOM of the CycloneDX Maven plugin instead';

function readProject({ fields }: XmlElement, properties: Map<string, string>, prefix: string): void {
  for (const name of ['groupId', 'artifactId', 'version']) {
    const value = fields.get(name);
    if (value !== undefined) properties.set(`${prefix}${name}`, value);
  }
}

/** What a project does not say it has from its parent. */
function inherit(name: string, properties: Map<string, string>): void {
  const value = properties.get(`project.${name}`) ?? properties.get(`project.parent.${name}`);
  if (value === undefined) return;
  properties.set(`project.${name}`, value);
  properties.set(`pom.${name}`, value);
}

function identity({ fields }: XmlElement): string {
  return `${fields.get('groupId') ?? ''}:${fields.get('artifactId') ?? ''}`;
}

interface Known {
  readonly properties: ReadonlyMap<string, string>;
  readonly managed: ReadonlyMap<string, string>;
}

function addDependency(element: XmlElement, { properties, managed }: Known, collection: Collection): void {
  const place = lineNumber(element.line);
  const name = filled(identity(element), properties);
  if (name.includes('${') || name.startsWith(':') || name.endsWith(':')) {
    return collection.skip(place, name, 'the entry lacks a group or an artifact');
  }
  const written = filled(element.fields.get('version') ?? managed.get(identity(element)) ?? '', properties);
  const version = written === '' || written.includes('${') || RANGE.test(written) ? null : written;
  const dev = element.fields.get('scope') === 'test';
  collection.add({ type: 'maven', name, version, direct: true, dev, place });
}

/** `[1.0,2.0)`, and the words that stand for whatever is newest. */
const RANGE = /^[[(]|^(?:LATEST|RELEASE)$/;

/** Properties may name others. */
const ROUNDS = 5;
const LONGEST = 500;

/** The text with the properties that the file gives. One that is not known stays as it is. */
function filled(text: string, properties: ReadonlyMap<string, string>): string {
  let value = text;
  for (let round = 0; round < ROUNDS && value.includes('${') && value.length <= LONGEST; round += 1) {
    value = value.replace(/\$\{([^${}]{1,100})\}/g, (whole, name: string) => properties.get(name) ?? whole);
  }
  return value;
}
