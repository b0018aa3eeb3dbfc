import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const server = path.resolve(import.meta.dirname, '../packages/server/src');
const modules = (folder: string) =>
  globSync(`${folder}/**/*.ts`, { cwd: server }).filter((name) => !name.endsWith('.test.ts'));
const isSql = (text: string) => /\bsql(<[^`]*?>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text);

describe('the rooms of the server', () => {
  it('have nothing but SQL in queries: what judges or composes belongs in app', () => {
    const others = modules('queries').filter((name) => !isSql(readFileSync(path.join(server, name), 'utf8')));

    expect(others).toEqual([]);
  });

  it('have no SQL and no Fastify in app', () => {
    const texts = modules('app').map((name) => [name, readFileSync(path.join(server, name), 'utf8')] as const);

    expect(texts.length).toBeGreaterThan(100);
    expect(
      texts.filter(([, text]) => isSql(text) || /from '(kysely|fastify)/.test(text)).map(([name]) => name),
    ).toEqual([]);
  });

  it('tell a module with SQL from one without', () => {
    expect(['sql`select 1`', 'sql<{ id: number }>`select id`', "db.selectFrom('run')"].map(isSql)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isSql("import { sql } from 'kysely';")).toBe(false);
  });
});
