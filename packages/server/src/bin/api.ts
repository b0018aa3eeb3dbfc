import closeWithGrace from 'close-with-grace';
import { readEnvironment } from './environment.ts';
import { startApi } from './start-api.ts';

const environment = readEnvironment(process.env);
const api = await startApi(environment);
console.log(JSON.stringify({ listening: api.url, metrics: api.metricsUrl }));

// What is under way may take its whole deadline; then the pools are closed.
closeWithGrace({ delay: environment.DEADLINE_MS + 5_000 }, async ({ err }) => {
  if (err) console.error(err);
  await api.close();
});
