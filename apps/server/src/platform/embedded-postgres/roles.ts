import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * The roles of the embedded PostgreSQL. The superuser makes the two others and nothing else; the owner has the tables
 * and migrates them; the server works as the one that owns nothing.
 */
export const ROLES = { superuser: 'anupalan', owner: 'anupalan_owner', server: 'anupalan_app' } as const;

export type Role = keyof typeof ROLES;

const DATABASE = 'anupalan';

/** The password lies beside PostgreSQL's own files, so that data and password are made, moved and deleted together. */
export const PASSWORD_FILE = 'anupalan.password';

/** The password that counts from now on, for as long as a start may be killed between telling PostgreSQL and keeping it. */
const NEXT_PASSWORD_FILE = `${PASSWORD_FILE}.next`;

const WRONG_PASSWORD = '28P01';

export function newPassword(): string {
  return randomBytes(32).toString('hex');
}

/** The address by which a role connects to a running cluster. */
export async function writeUrl(cluster: string, port: number, role: Role, database = DATABASE): Promise<string> {
  return urlWith(await readFile(join(cluster, PASSWORD_FILE), 'utf8'), port, role, database);
}

function urlWith(secret: string, port: number, role: Role, database: string): string {
  return `postgres://${ROLES[role]}:${passwordOf(role, secret)}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Passwords of the lesser roles follow from the superuser's, of which they tell nothing, and change with it. */
function passwordOf(role: Role, secret: string): string {
  return role === 'superuser' ? secret : createHmac('sha256', secret).update(ROLES[role]).digest('hex');
}

/**
 * Makes roles and database ready: all passwords are new, and data that the superuser owned (of versions before there
 * were roles) become the owner's. Each step may be repeated, so that a start which is killed is made good by the next.
 */
export async function prepareRoles(cluster: string, port: number): Promise<void> {
  await renewPassword(cluster, port);
  await asSuperuser(cluster, port, 'postgres', async (client) => {
    await makeRole(client, 'owner', cluster);
    await makeRole(client, 'server', cluster);
    await makeDatabase(client);
  });
  await asSuperuser(cluster, port, DATABASE, (client) => client.query(HAND_OVER));
}

/** Gives the superuser another password at each start; the old one holds until the new one is kept. */
async function renewPassword(cluster: string, port: number): Promise<void> {
  const next = join(cluster, NEXT_PASSWORD_FILE);
  if (existsSync(next) && !(await letsIn(cluster, port))) await keep(cluster, next);
  const password = newPassword();
  await writeFile(next, password, { mode: 0o600, flush: true });
  await asSuperuser(cluster, port, 'postgres', (client) =>
    client.query(`alter role ${ROLES.superuser} password '${password}'`),
  );
  await keep(cluster, next);
}

async function letsIn(cluster: string, port: number): Promise<boolean> {
  try {
    await asSuperuser(cluster, port, 'postgres', (client) => client.query('select'));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) return false;
    throw error;
  }
}

async function keep(cluster: string, next: string): Promise<void> {
  const { uid, gid } = await stat(cluster);
  if (process.getuid?.() === 0) await lchown(next, uid, gid);
  await rename(next, join(cluster, PASSWORD_FILE));
  const folder = await open(cluster);
  await folder.sync();
  await folder.close();
}

async function asSuperuser(
  cluster: string,
  port: number,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: await writeUrl(cluster, port, 'superuser', database) });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

async function makeRole(client: pg.Client, role: Role, cluster: string): Promise<void> {
  const name = ROLES[role];
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) await client.query(`create role ${name}`);
  const password = passwordOf(role, await readFile(join(cluster, PASSWORD_FILE), 'utf8'));
  await client.query(
    `alter role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLES.owner}`);
  await client.query(`alter database ${DATABASE} owner to ${ROLES.owner}`);
  await client.query(`revoke all on database ${DATABASE} from public`);
  await client.query(`grant connect on database ${DATABASE} to ${ROLES.server}`);
}

/**
 * Hands everything that the superuser owns in a database over to the owner, in one go; `reassign owned` refuses that for
 * a superuser. Parts of extensions stay, and sequences follow their tables.
 */
const HAND_OVER = `
  do $$
  declare statement text;
  begin
    for statement in
      select format('alter schema %I owner to ${ROLES.owner}', nspname) from pg_namespace
      where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
      union all
      select format('alter table %s owner to ${ROLES.owner}', c.oid::regclass) from pg_class c
      where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i')
          and d.classid = 'pg_class'::regclass and (d.deptype = 'e' or c.relkind = 'S'))
      union all
      select format('alter routine %s owner to ${ROLES.owner}', p.oid::regprocedure) from pg_proc p
      where proowner = current_user::regrole and pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all
      select format('alter type %s owner to ${ROLES.owner}', t.oid::regtype) from pg_type t
      where typowner = current_user::regrole and typtype in ('d', 'e')
        and typnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    loop
      execute statement;
    end loop;
  end $$`;
