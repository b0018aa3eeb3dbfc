/**
 * What a process needs that only reads what strangers send: where the runtime and the driver of the database look by themselves.
 * All else it is told. Named are those that pass, since a secret may have any name.
 */
const PASSED = /^(?:TZ|LANG|LC_\w+|PATH|HOME|TMPDIR|LD_LIBRARY_PATH|SSL_CERT_\w+|NODE_\w+|PG[A-Z]+)$/;

export function withoutSecrets(variables: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(variables).filter(([name, value]) => PASSED.test(name) && value !== undefined);
  return Object.fromEntries(passed) as Record<string, string>;
}
