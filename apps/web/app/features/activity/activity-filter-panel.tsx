import { ACTIVITY_NOUNS, type ActivityPerson } from '@anupalan/contract/people/activity';
import { ACTIVITY_NOUN_LABELS } from '@anupalan/contract/people/activity-words';
import { Select } from '@mantine/core';
import { DayFilter } from '../../ui/forms/day-filter.tsx';
import { FilterPanel } from '../../ui/lists/filter-panel.tsx';
import type { ActivityListState } from './activity-list-state.ts';
import { usePeopleOptions } from './calls.ts';

type Props = {
  state: ActivityListState;
  /** People whom the shown events name, of whom some have left; undefined until the events have loaded. */
  people: readonly ActivityPerson[] | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<ActivityListState>) => void;
};

const NOUN_OPTIONS = ACTIVITY_NOUNS.map((value) => ({ value, label: ACTIVITY_NOUN_LABELS[value] }));

const NO_FILTER = { by: undefined, what: undefined, from: undefined, to: undefined };

/** Filters of the activity; days are Indian (R-activity-7). */
export function ActivityFilterPanel({ state, people, faults, onChange }: Props) {
  const { by, what, from, to } = state;
  const members = usePeopleOptions().data ?? [];
  return (
    <FilterPanel active={[by, what, from, to].filter(Boolean).length} onClear={() => onChange(NO_FILTER)}>
      <Select
        label="Who"
        placeholder="Everybody"
        data={
          by && !members.some(({ value }) => value === by)
            ? [...members, { value: by, label: nameIn(people, by) }]
            : members
        }
        value={by ?? null}
        onChange={(chosen) => onChange({ by: chosen ?? undefined })}
        searchable
        nothingFoundMessage="Nobody found"
        clearable
        clearButtonProps={{ 'aria-label': 'Everybody' }}
      />
      <Select
        label="What"
        placeholder="Everything"
        data={NOUN_OPTIONS}
        value={what ?? null}
        onChange={(chosen) => onChange({ what: chosen ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
      />
      <DayFilter label="From" value={from} fault={faults.from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To" value={to} fault={faults.to} onChange={(day) => onChange({ to: day })} />
    </FilterPanel>
  );
}

function nameIn(people: Props['people'], id: string): string {
  if (!people) return 'Loading…';
  return people.find(({ _id }) => _id === id)?.name ?? 'Somebody who has left';
}
