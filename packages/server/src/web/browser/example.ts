/** A small lockfile for a first look: old versions, a current one, and a package that nobody can know. */
export function exampleFile(): File {
  const versions = {
    '@example/of-your-own': '1.0.0',
    axios: '0.21.0',
    express: '4.17.1',
    'is-number': '7.0.0',
    lodash: '4.17.20',
    minimist: '1.2.5',
  };
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const dependencies = { '@example/of-your-own': '^1.0.0', express: '^4.17.1', lodash: '^4.17.20' };
  const lockfile = {
    name: 'example',
    lockfileVersion: 3,
    packages: { '': { name: 'example', dependencies }, ...Object.fromEntries(packages) },
  };
  return new File([JSON.stringify(lockfile, null, 2)], 'package-lock.json', { type: 'application/json' });
}
