/** Small projects for a first look: some versions have well-known vulnerabilities, some have none. */
export const EXAMPLES: Readonly<Record<string, () => File>> = {
  npm: () => jsonFile('package-lock.json', npmLockfile()),
  python: () => new File([`${PYTHON.join('\n')}\n`], 'requirements.txt', { type: 'text/plain' }),
  java: () => jsonFile('bom.json', javaBill()),
};

function jsonFile(name: string, content: object): File {
  return new File([JSON.stringify(content, null, 2)], name, { type: 'application/json' });
}

function npmLockfile(): object {
  const versions = {
    '@example/of-your-own': '1.0.0',
    axios: '0.21.0',
    express: '4.17.1',
    'is-number': '7.0.0',
    lodash: '4.17.20',
    minimist: '1.2.5',
    semver: '7.3.7',
    'tough-cookie': '4.0.0',
  };
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const dependencies = { '@example/of-your-own': '^1.0.0', axios: '^0.21.0', express: '^4.17.1', lodash: '^4.17.20' };
  return {
    name: 'example',
    lockfileVersion: 3,
    packages: { '': { name: 'example', dependencies }, ...Object.fromEntries(packages) },
  };
}

const PYTHON = [
  'certifi==2022.12.7',
  'Django==4.0.3',
  'Jinja2==3.1.2',
  'PyYAML==5.3.1',
  'requests==2.28.1',
  'six==1.16.0',
  'urllib3==1.26.5',
];

function javaBill(): object {
  const purls = [
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
    'pkg:maven/org.springframework/spring-beans@5.3.17',
    'pkg:maven/org.apache.commons/commons-text@1.9',
    'pkg:maven/com.fasterxml.jackson.core/jackson-databind@2.13.2',
    'pkg:maven/com.google.guava/guava@33.0.0-jre',
  ];
  const components = purls.map((purl) => {
    const [name = '', version = ''] = purl.slice(purl.lastIndexOf('/') + 1).split('@');
    return { type: 'library', name, version, purl };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}
