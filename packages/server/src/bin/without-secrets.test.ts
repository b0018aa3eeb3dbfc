import { expect, it } from 'vitest';
import { Environment } from './environment.ts';
import { withoutSecrets } from './without-secrets.ts';

it('passes on what the runtime and the driver look for, and none of the settings of the service', () => {
  const settings = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, 'told']));
  const looked = { TZ: 'UTC', NODE_EXTRA_CA_CERTS: '/ca.pem', PGSSLMODE: 'require', PATH: '/bin' };

  expect(withoutSecrets({ ...settings, ...looked, AWS_SECRET_ACCESS_KEY: 'x', UNSET: undefined })).toEqual(looked);
});
