import { ActivityAbout, type ActivityEvent, type ActivityPerson } from '@anupalan/contract/people/activity';
import type { Status } from '@anupalan/domain/statuses';
import type { Json } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** An event as the statement reads it; of a status record `item_id`, `day` and `status` say what it was about. */
export interface ActivityRow {
  readonly id: string;
  readonly at: Date;
  /** The same to the microsecond. */
  readonly exact: string;
  readonly by: string | null;
  readonly impersonated: boolean;
  readonly imported: boolean;
  readonly what: ActivityEvent['what'];
  readonly about: Json;
  readonly item_id: string | null;
  readonly day: string | null;
  readonly status: Status | null;
  readonly subject_id: string | null;
  /** What the obligation is called now; null for one that is gone. */
  readonly title: string | null;
  /** The number of its seal; null as long as it isn't sealed. */
  readonly seal: number | null;
  readonly by_name: string | null;
  readonly subject_name: string | null;
}

export function presentEvent(row: ActivityRow): ActivityEvent {
  const { item_id, day, status, title } = row;
  return {
    _id: row.id,
    at: row.at.toISOString(),
    by: row.by,
    ...(row.impersonated && { impersonated: true }),
    ...(row.imported && { imported: true }),
    what: row.what,
    about: {
      ...ActivityAbout.parse(row.about),
      ...(item_id !== null && { itemId: item_id }),
      ...(day !== null && { day: readDay(day) }),
      ...(status !== null && { status }),
      ...(title !== null && { title }),
    },
    ...(row.seal !== null && { seal: row.seal }),
  };
}

/** Everybody whom events name, each once; without a name who was erased (R-activity-6). */
export function listPeople(rows: readonly ActivityRow[]): ActivityPerson[] {
  const people = rows.flatMap(({ by, by_name, subject_id, subject_name }) => [
    { _id: by, name: by_name },
    { _id: subject_id, name: subject_name },
  ]);
  const byId = new Map(people.flatMap(({ _id, name }) => (_id === null ? [] : [[_id, { _id, name }]])));
  return [...byId.values()];
}
