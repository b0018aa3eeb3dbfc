import type pg from 'pg';

/**
 * Databases that tests have closed, kept for the next test: to empty one takes a tenth of a second, to drop one takes a checkpoint
 * of the whole server. Their names say which template they come from, so that every process finds them; the server decides by
 * the rename who gets one.
 */
const MOST_KEPT = 16;
/** A kept database is never so old that it could be taken for a leftover while a test uses it. */
const OLDEST = '1 hour';
const TRIES = 3;

export const TEMPLATES = 'almanac_template_';

/** Renames a kept database to this name and returns the fingerprint of its template. It still has the rows of the test before. */
export async function takeUsed(server: pg.Client, template: string, name: string): Promise<string | null> {
  const { rows } = await server.query<{ datname: string; fingerprint: string }>(
    `select used.datname, shobj_description(template.oid, 'pg_database') as fingerprint
     from pg_database template, pg_database used, pg_stat_file(format('base/%s/PG_VERSION', used.oid), true) as made
     where template.datname = $1 and starts_with(used.datname, $2) and made.modification > now() - $3::interval
     order by random() limit $4`,
    [template, usedPrefix(template), OLDEST, TRIES],
  );
  for (const { datname, fingerprint } of rows) {
    const taken = await server.query(`alter database ${datname} rename to ${name}`).then(
      () => true,
      () => false, // Another process was faster.
    );
    if (taken) return fingerprint;
  }
  return null;
}

/** The statement that keeps a database for the next test, or null where it has to be dropped. */
export async function releasing(server: pg.Client, template: string, name: string): Promise<string | null> {
  if (!template.startsWith(TEMPLATES)) return null;
  const prefix = usedPrefix(template);
  const { rows } = await server.query<{ kept: number }>(
    'select count(*)::integer as kept from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  if (Number(rows[0]?.kept) >= MOST_KEPT) return null;
  return `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}';
          alter database ${name} rename to ${prefix}${name.slice(-12)}`;
}

function usedPrefix(template: string): string {
  return template.replace(TEMPLATES, 'almanac_test_used_');
}

/** Everything of a database that emptying its tables leaves as it is: a test may have altered it. */
export async function fingerprintOf(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ fingerprint: string }>(FINGERPRINT);
  return String(rows[0]?.fingerprint);
}

export const FINGERPRINT = `
with own as (
  select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
), parts as (
  select format('relation %s %s %s %s %s %s %s %s', c.oid::regclass, relkind, relpersistence, relreplident, relrowsecurity,
                relispartition, reloptions, relacl) as part
  from pg_class c where relnamespace in (select oid from own)
  union all
  select format('column %s %s %s %s %s %s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull, attgenerated, attstattarget,
                attacl, pg_get_expr(adbin, adrelid))
  from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on adrelid = attrelid and adnum = attnum
  where relnamespace in (select oid from own) and attnum > 0 and not attisdropped
  union all
  select format('index %s %s %s', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
  from pg_index join pg_class c on c.oid = indexrelid where relnamespace in (select oid from own)
  union all
  select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
  where connamespace in (select oid from own)
  union all
  select format('trigger %s %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join pg_class c on c.oid = tgrelid
  where relnamespace in (select oid from own)
  union all
  select format('function %s %s', md5(pg_get_functiondef(oid)), proacl) from pg_proc
  where pronamespace in (select oid from own) and prokind <> 'a'
  union all
  select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace in (select oid from own)
  union all
  select format('type %s %s %s', t.oid::regtype, typtype, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
  from pg_type t where typnamespace in (select oid from own) and typtype in ('d', 'e')
  union all
  select format('policy %s %s', polrelid::regclass, polname) from pg_policy
  union all
  select format('extension %s %s', extname, extversion) from pg_extension
  union all
  select format('namespace %s %s', nspname, nspacl) from pg_namespace where nspname !~ '^pg_'
  union all
  select format('setting %s %s', setrole::regrole, setconfig) from pg_db_role_setting
  where setdatabase = (select oid from pg_database where datname = current_database())
  union all
  select format('row %s', to_jsonb(source)) from source
  union all
  select format('row %s %s', name, sha256) from schema_migration
)
select md5(string_agg(part, E'\\n' order by part)) as fingerprint from parts`;
