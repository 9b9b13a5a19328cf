import type { RegistrationKind } from '@anupalan/domain/registrations/kinds';
import { isNumberOn } from '@anupalan/domain/registrations/lines';
import type { StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** A day (ISO) of an item. */
interface DayOfItem {
  readonly itemId: string;
  readonly day: string;
}

/** The number of a registration. */
export interface RegistrationNumber {
  readonly registrationId: string;
  readonly registrationNumber: string;
}

/**
 * The registration numbers of an item on a day in each of several workspaces (R-registrations-16), in the order in which
 * they were recorded; a workspace without any is missing.
 */
export async function listNumbers(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
  { itemId, day }: DayOfItem,
): Promise<ReadonlyMap<WorkspaceId, RegistrationNumber[]>> {
  const { rows } = await sql<NumberRow>`
    select registration.workspace_id as "workspaceId", registration.id, number, kind, registration.state,
      from_day::text as "from", until_day::text as "until", renewal_filed_on::text as "renewalFiledOn",
      item.state as "itemState"
    from compliance_items item
      join registrations registration on registration.kind = item.registration
    where item.id = ${itemId} and registration.workspace_id = any(${workspaceIds}::uuid[]) and removed_at is null
    order by registration.id`.execute(db);
  const there = rows.filter((row) => isNumberOn({ kind: row.kind, state: row.itemState }, row, day));
  const byWorkspace = Map.groupBy(there, ({ workspaceId }) => workspaceId);
  return new Map(
    [...byWorkspace].map(([workspaceId, numbers]) => [
      workspaceId,
      numbers.map(({ id, number }) => ({ registrationId: id, registrationNumber: number })),
    ]),
  );
}

/**
 * The registration numbers of a workspace's items on whatever days, as {@link listNumbers} has them: read once, for
 * those who ask about many.
 */
export async function readNumbersOf(
  db: Db,
  workspaceId: WorkspaceId,
  itemIds: readonly string[],
): Promise<(of: DayOfItem) => RegistrationNumber[]> {
  if (itemIds.length === 0) return () => [];
  const { rows: items } = await sql<{ id: string; kind: RegistrationKind; state: StateOrAll }>`
    select id, registration as kind, state from compliance_items
    where id = any(${itemIds}::uuid[]) and registration is not null`.execute(db);
  const { rows: numbers } = await sql<Omit<NumberRow, 'workspaceId' | 'itemState'>>`
    select id, number, kind, state, from_day::text as "from", until_day::text as "until",
      renewal_filed_on::text as "renewalFiledOn"
    from registrations where workspace_id = ${workspaceId} and removed_at is null order by id`.execute(db);
  const byItem = new Map(items.map((item) => [item.id, item]));
  return ({ itemId, day }) => {
    const item = byItem.get(itemId);
    const there = item ? numbers.filter((number) => isNumberOn(item, number, day)) : [];
    return there.map(({ id, number }) => ({ registrationId: id, registrationNumber: number }));
  };
}

/** The ids of a workspace's numbers of an item on a day. */
export async function listNumberIds(db: Db, workspaceId: WorkspaceId, of: DayOfItem): Promise<string[]> {
  const numbers = await listNumbers(db, [workspaceId], of);
  return numbers.get(workspaceId)?.map(({ registrationId }) => registrationId) ?? [];
}

/**
 * The ids of the numbers of a day of which one is named.
 * @throws AppError invalid when the named one isn't among them
 */
export async function requireNumber(
  db: Db,
  workspaceId: WorkspaceId,
  { registrationId, ...of }: DayOfItem & { readonly registrationId: string },
): Promise<string[]> {
  const ids = await listNumberIds(db, workspaceId, of);
  if (!ids.includes(registrationId)) throw noNumber();
  return ids;
}

/** The refusal of a number that isn't one of the obligation on the day, or is another company's. */
export function noNumber(cause?: unknown): AppError {
  const fault = 'This is not a registration number of this obligation on that day';
  return new AppError('invalid', fault, { faults: { registrationId: fault }, cause });
}

interface NumberRow {
  workspaceId: WorkspaceId;
  id: string;
  number: string;
  kind: RegistrationKind;
  state: StateOrAll | null;
  from: string | null;
  until: string | null;
  renewalFiledOn: string | null;
  itemState: StateOrAll;
}
