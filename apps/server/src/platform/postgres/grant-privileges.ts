import pg from 'pg';
import type { Database } from './database.ts';

/** Everything that can be granted on a table. */
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;

export type Privilege = (typeof PRIVILEGES)[number];

/** What a role may do with each table by its name; a table that is missing is closed to it. */
export type TablePrivileges<Table extends string = string> = Readonly<Record<Table, readonly Privilege[]>>;

const QUEUE_SCHEMA = 'pgboss';

const QUEUE_PRIVILEGES: readonly Privilege[] = ['select', 'insert', 'update', 'delete'];

/**
 * Gives a role what it may do with the tables and the queue, and takes from it whatever else it has; what is right
 * already is left alone. Instances that start at once take turns.
 * @param owner the tables' owner
 */
export async function grantPrivileges(owner: Database, role: string, tables: TablePrivileges): Promise<void> {
  const client = await owner.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('privileges'))`);
    const { rows } = await client.query<TableState>(TABLES, [role, QUEUE_SCHEMA, PRIVILEGES]);
    for (const statement of [...openSchemas(role), ...rows.flatMap((table) => correct(table, role, tables))]) {
      await client.query(statement);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface TableState {
  schema: string;
  name: string;
  held: Privilege[];
}

const TABLES = `
  select n.nspname as schema, c.relname as name,
         coalesce(array_agg(p order by p) filter (where has_table_privilege($1::name, c.oid, p)), '{}') as held
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join unnest($3::text[]) as p
  where n.nspname in ('public', $2) and c.relkind in ('r', 'p', 'v')
  group by 1, 2`;

function openSchemas(role: string): string[] {
  const grantee = pg.escapeIdentifier(role);
  return [
    `grant usage on schema public, ${QUEUE_SCHEMA} to ${grantee}`,
    `grant usage on all sequences in schema public, ${QUEUE_SCHEMA} to ${grantee}`,
  ];
}

function correct({ schema, name, held }: TableState, role: string, tables: TablePrivileges): string[] {
  const wanted = schema === QUEUE_SCHEMA ? QUEUE_PRIVILEGES : (tables[name] ?? []);
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const [missing, excess] = [
    wanted.filter((each) => !held.includes(each)),
    held.filter((each) => !wanted.includes(each)),
  ];
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${table} to ${pg.escapeIdentifier(role)}`] : []),
    ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${table} from ${pg.escapeIdentifier(role)}`] : []),
  ];
}

/** How a database knows the role of a connection. */
export interface DatabaseRole {
  name: string;
  /** Whether it could take the triggers off the append-only tables: as superuser, or as their owner. */
  ownsTables: boolean;
}

/** The role by which a server works. */
export async function readRole({ pool }: Pick<Database, 'pool'>): Promise<DatabaseRole> {
  const { rows } = await pool.query<DatabaseRole>(`
    select current_user::text as name,
           r.rolsuper or exists (
             select from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
               and pg_has_role(r.oid, c.relowner, 'member')) as "ownsTables"
    from pg_roles r where r.rolname = current_user`);
  const [role] = rows;
  if (!role) throw new Error('The database does not know its own user');
  return role;
}
