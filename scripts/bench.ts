import { benchHttp } from '../packages/server/bench/http.ts';

/** `npm run bench [name]`: side-by-side ratios against the engine run bare. */
const BENCHES: Record<string, () => Promise<void>> = {
  http: () => benchHttp(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  console.log(`\n${name}`);
  await BENCHES[name]?.();
}
