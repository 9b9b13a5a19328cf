import { randomUUIDv7 } from 'node:crypto';
import type { Registration } from '@anupalan/contract/auth';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DB, OneTimeCodes, Users } from '../../platform/database-schema.ts';

export type CodePurpose = OneTimeCodes['purpose'];

/** What only one confirmed person or company can have, by its name in the registration payload. */
export type UniqueField = 'primaryEmail' | 'personalPhone' | 'companyEmail' | 'companyPhone';

type UniqueValues = Pick<Registration, UniqueField>;

export type Account = Pick<Selectable<Users>, 'id' | 'status' | 'password_hash'>;

/** The confirmed user of an e-mail, suspended or not. */
export function findConfirmedUser(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'password_hash'])
    .where('primary_email', '=', email)
    .where('status', '<>', 'pending')
    .executeTakeFirst();
}

/** Keeps a user as they are while a session of theirs begins: a suspension at the same moment ends the session, or prevents it. */
export async function holdUser(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
}

/** The newest sign-ups of an e-mail that wait for their code; few, because each costs a password check. */
export function listPendingUsers(db: Db, email: string): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'password_hash'])
    .where('primary_email', '=', email)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute();
}

/** Which of the values somebody else who is confirmed already has. */
export async function listTaken(db: Db, values: UniqueValues, ownId: string | null = null): Promise<UniqueField[]> {
  const { companyEmail = '', companyPhone = '' } = values;
  const { rows } = await sql<{ field: UniqueField }>`
    select 'primaryEmail' as field from users
      where status <> 'pending' and primary_email = ${values.primaryEmail} and id is distinct from ${ownId}::uuid
    union all select 'personalPhone' from users
      where status <> 'pending' and personal_phone <> '' and personal_phone = ${values.personalPhone}
        and id is distinct from ${ownId}::uuid
    union all select 'companyEmail' from companies
      where confirmed and company_email <> '' and company_email = ${companyEmail}
    union all select 'companyPhone' from companies
      where confirmed and company_phone <> '' and company_phone = ${companyPhone}`.execute(db);
  return rows.map(({ field }) => field);
}

/** Writes a sign-up: a workspace with a pending user and an unconfirmed company. @returns the user's id. */
export async function insertSignUp(db: Db, form: Registration, passwordHash: string): Promise<string> {
  const workspaceId = randomUUIDv7();
  const userId = randomUUIDv7();
  await db.insertInto('workspaces').values({ id: workspaceId }).execute();
  await db
    .insertInto('users')
    .values({
      id: userId,
      workspace_id: workspaceId,
      first_name: form.firstName,
      last_name: form.lastName,
      primary_email: form.primaryEmail,
      personal_phone: form.personalPhone,
      password_hash: passwordHash,
      status: 'pending',
    })
    .execute();
  await db
    .insertInto('companies')
    .values({
      workspace_id: workspaceId,
      id: randomUUIDv7(),
      company_name: form.companyName,
      employee_count: form.employeeCount,
      company_phone: form.companyPhone ?? '',
      company_email: form.companyEmail ?? '',
      designation: form.designation,
      industry: form.industry ?? '',
      company_website: form.companyWebsite ?? '',
      city: form.city,
      state: form.state,
      country: form.country,
      confirmed: false,
    })
    .execute();
  return userId;
}

/** What a sign-up claims for itself. */
export function getSignUpValues(db: Db, userId: string): Promise<UniqueValues> {
  return db
    .selectFrom('users')
    .innerJoin('companies', 'companies.workspace_id', 'users.workspace_id')
    .select([
      'primary_email as primaryEmail',
      'personal_phone as personalPhone',
      'company_email as companyEmail',
      'company_phone as companyPhone',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Makes a sign-up real, with its company. @throws a unique violation when somebody was first. */
export async function activateSignUp(db: Db, userId: string): Promise<{ email: string; firstName: string }> {
  const user = await db
    .updateTable('users')
    .set({ status: 'active', updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'pending')
    .returning(['workspace_id', 'primary_email', 'first_name'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('companies')
    .set({ confirmed: true, updated_at: sql<Date>`now()` })
    .where('workspace_id', '=', user.workspace_id)
    .execute();
  return { email: user.primary_email, firstName: user.first_name };
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
}

/** @returns the address the user had. @throws a unique violation when somebody has the new one. */
export async function replaceEmail(db: Db, userId: string, newEmail: string): Promise<string> {
  const { primary_email } = await db
    .selectFrom('users')
    .select('primary_email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({ primary_email: newEmail, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  return primary_email;
}

export async function deleteCodesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_time_codes').where('user_id', '=', userId).execute();
}

/** An expired code still lets its step ask for a new one, for an hour. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}

/** Sign-ups that nobody confirmed within a week, with their workspaces and companies. Takes a transaction. */
export async function deleteOldSignUps(trx: Transaction<DB>): Promise<void> {
  const gone = await trx
    .deleteFrom('users')
    .where('status', '=', 'pending')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .returning('workspace_id')
    .execute();
  if (gone.length === 0) return;
  const workspaces = gone.map(({ workspace_id }) => workspace_id);
  await sql`
    delete from workspaces
    where id = any(${workspaces}::uuid[]) and not exists (select from users where workspace_id = workspaces.id)`.execute(
    trx,
  );
}
