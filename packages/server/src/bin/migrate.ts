import path from 'node:path';
import { migrate } from '../platform/migrate.ts';
import { readEnvironment } from './environment.ts';

const applied = await migrate({
  url: readEnvironment(process.env).DATABASE_URL,
  directory: path.resolve(import.meta.dirname, '../../migrations'),
  log: (message) => console.log(message),
});
console.log(applied.length === 0 ? 'The schema is up to date.' : `Migrations applied: ${applied.length}.`);
