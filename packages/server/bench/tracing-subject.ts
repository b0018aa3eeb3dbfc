import { registerHooks } from 'node:module';

/** One server under load, in a process of its own: `node tracing-subject.ts '<cut out|off|on> <cold|kept>' <database url> <receiver url>`. */
const [mode = '', databaseUrl = '', endpoint = ''] = process.argv.slice(2);

/** What remains of each module that has to do with traces when they are cut out. */
const CUT_OUT: Readonly<Record<string, string>> = {
  '/platform/tracing.ts': 'export const inSpan = (_name, _kind, _fields, work) => work(() => {});',
  '/platform/db-spans.ts': 'export const spansOfQueries = () => ({});',
  '/http/request/trace.ts': 'export const traceRequests = (_app, observe) => observe;',
};

if (mode.startsWith('cut out')) {
  registerHooks({
    load(url, context, next) {
      const cut = Object.keys(CUT_OUT).find((file) => url.endsWith(file));
      return cut === undefined
        ? next(url, context)
        : { format: 'module', shortCircuit: true, source: CUT_OUT[cut] ?? '' };
    },
  });
}
if (mode.startsWith('on')) {
  const { traceWith } = await import('../src/platform/tracing.ts');
  const { otlpTracing } = await import('../src/platform/tracing-otlp.ts');
  traceWith(
    otlpTracing({ endpoint, headers: {}, share: 1, service: 'almanac-bench', version: '0', onLost: console.error }),
  );
}
const { benchApp, serveBench } = await import('./bench-app.ts');
const { lookup } = await import('../src/http/routes/cve/lookup.ts');
const cacheBytes = mode.endsWith('kept') ? 1 << 28 : 1;
await serveBench(benchApp({ routes: [lookup], databaseUrl, cacheBytes }), '/api/v1/cve/');
