import { ActivityFilters } from '@anupalan/contract/people/activity';
import { describeActivity } from '@anupalan/contract/people/activity-words';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import type { Cell, Column } from '../../../platform/files/tables/table.ts';
import { countActivity, IMPORTED, streamActivity } from '../../activity/queries.ts';
import { MOST_COUNTED, type TableSource } from '../table-source.ts';
import { describeTable, readDays } from './describe-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'When', kind: 'moment', width: 18 },
  { title: 'Who', kind: 'text', width: 22 },
  { title: 'What', kind: 'text', width: 60 },
  { title: 'Obligation', kind: 'text', width: 34, onlyInSheets: true },
  { title: 'Occurrence', kind: 'day', width: 11, onlyInSheets: true },
  { title: 'Status', kind: 'text', width: 12, onlyInSheets: true },
  { title: 'In their name', kind: 'text', width: 16 },
];

/** The activity of the company as the screen shows it, newest first. */
export const openActivity: TableSource = async (database, asked) => {
  const { session, filters } = asked;
  const { by, what, item, from, to } = ActivityFilters.parse(filters);
  const narrowed = { by, what, item, from, to };
  return {
    title: 'Activity',
    facts: await describeTable(database, asked, readDays(filters)),
    columns: COLUMNS,
    rows: readRows(streamActivity(database.db, session, narrowed)),
    count: await countActivity(database.db, session, narrowed, MOST_COUNTED),
  };
};

async function* readRows(pages: ReturnType<typeof streamActivity>): AsyncGenerator<Cell[]> {
  for await (const { events, people } of pages) {
    const names = new Map(people.map(({ _id, name }) => [_id, name]));
    const nameOf = (id: string | null | undefined) => (id && names.get(id)) || 'somebody who was erased';
    for (const event of events) {
      const { at, by, about, impersonated, imported } = event;
      yield [
        new Date(at),
        `${by === null ? 'Nobody' : nameOf(by)}${imported ? IMPORTED : ''}`,
        describeActivity(event, nameOf),
        about.title ?? null,
        about.day?.slice(0, 10) ?? null,
        about.status ? STATUS_LABELS[about.status] : null,
        impersonated ? 'An administrator' : null,
      ];
    }
  }
}
