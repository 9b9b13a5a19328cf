import type { MatchCompany, MatchRun } from '@anupalan/domain/filing-runs/match-files';
import type { RegistrationKind } from '@anupalan/domain/registrations/kinds';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { listNumbers } from '../tracker/queries-numbers.ts';
import type { RunOfCompanies } from './queries-run.ts';

/** Companies of a filing run with all their numbers, and those of which the run has a line for each. */
export interface Matchable {
  readonly run: MatchRun;
  readonly companies: readonly MatchCompany[];
  /** Ids of the registrations that have a line of their own. */
  readonly lines: ReadonlySet<string>;
}

/** What files of a heap are matched against, for one occurrence. */
export async function readMatchable(db: Db, { item, day, companies }: RunOfCompanies): Promise<Matchable> {
  const workspaceIds = companies.map(({ workspaceId }) => workspaceId);
  const [filed, numbers, ofDay] = await Promise.all([
    readFiledUnder(db, item.id),
    readNumbers(db, workspaceIds),
    listNumbers(db, workspaceIds, { itemId: item.id, day: day.toString() }),
  ]);
  const several = [...ofDay.values()].filter((own) => own.length > 1).flat();
  return {
    run: { ...filed, day },
    companies: companies.map(({ workspaceId, companyId, companyName }) => ({
      companyId,
      companyName,
      registrations: numbers.get(workspaceId) ?? [],
    })),
    lines: new Set(several.map(({ registrationId }) => registrationId)),
  };
}

async function readFiledUnder(db: Db, itemId: string): Promise<Omit<MatchRun, 'day'>> {
  const { registration, frequency } = await db
    .selectFrom('compliance_items')
    .select(['registration', 'frequency'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return { kind: registration, frequency };
}

/** Numbers that workspaces have now, by workspace. */
async function readNumbers(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, MatchCompany['registrations']>> {
  const { rows } = await sql<NumberRow>`
    select workspace_id, id, kind, number from registrations
    where workspace_id = any(${workspaceIds}::uuid[]) and removed_at is null order by id`.execute(db);
  const byWorkspace = Map.groupBy(rows, ({ workspace_id }) => workspace_id);
  return new Map(
    [...byWorkspace].map(([workspaceId, own]) => [
      workspaceId,
      own.map(({ id, kind, number }) => ({ registrationId: id, kind, number })),
    ]),
  );
}

interface NumberRow {
  workspace_id: WorkspaceId;
  id: string;
  kind: RegistrationKind;
  number: string;
}
