import closeWithGrace from 'close-with-grace';
import { readEnvironment } from './environment.ts';
import { startApi } from './start-api.ts';

const api = await startApi(readEnvironment(process.env));
console.log(JSON.stringify({ listening: api.url, metrics: api.metricsUrl }));

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) console.error(err);
  await api.close();
});
