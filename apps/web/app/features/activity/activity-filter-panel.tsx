import { ACTIVITY_NOUNS, type ActivityPerson } from '@anupalan/contract/people/activity';
import { ACTIVITY_NOUN_LABELS } from '@anupalan/contract/people/activity-words';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { nothingFound } from '../../lib/nothing-found.ts';
import { DayFilter } from '../../ui/forms/day-filter.tsx';
import { FilterPanel } from '../../ui/lists/filter-panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import type { ActivityListState } from './activity-list-state.ts';
import { useDownloadSealed, useObligationOptions, usePeopleOptions } from './calls.ts';

type Props = {
  state: ActivityListState;
  /** People whom the shown events name, of whom some have left; undefined until the events have loaded. */
  people: readonly ActivityPerson[] | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<ActivityListState>) => void;
};

const NOUN_OPTIONS = ACTIVITY_NOUNS.map((value) => ({ value, label: ACTIVITY_NOUN_LABELS[value] }));

const NO_FILTER = { by: undefined, what: undefined, item: undefined, from: undefined, to: undefined };

/** Filters of the activity; days are Indian (R-activity-7). */
export function ActivityFilterPanel({ state, people, faults, onChange }: Props) {
  const { by, what, item, from, to } = state;
  const [looking, setLooking] = useState(false);
  const obligations = useObligationOptions({ enabled: looking || item !== undefined });
  const members = usePeopleOptions().data ?? [];
  return (
    <FilterPanel
      active={[by, what, item, from, to].filter(Boolean).length}
      onClear={() => onChange(NO_FILTER)}
      actions={<SealedFile />}
    >
      <Select
        label="Who"
        placeholder="Everybody"
        data={withChosen(members, by, by ? nameIn(people, by) : '')}
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
      <Select
        label="Obligation"
        placeholder="All"
        data={withChosen(
          obligations.data ?? [],
          item,
          obligations.isPending ? 'Loading…' : 'An obligation that is gone',
        )}
        value={item ?? null}
        onChange={(chosen) => onChange({ item: chosen ?? undefined })}
        onFocus={() => setLooking(true)}
        searchable
        limit={100}
        nothingFoundMessage={nothingFound(obligations, 'obligations', 'Nothing found')}
        clearable
        clearButtonProps={{ 'aria-label': 'All obligations' }}
      />
      <DayFilter label="From" value={from} fault={faults.from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To" value={to} fault={faults.to} onChange={(day) => onChange({ to: day })} />
    </FilterPanel>
  );
}

/** Choices with the chosen one, which may be none of them any more. */
function withChosen(options: readonly Choice[], value: string | undefined, label: string): Choice[] {
  return value && !options.some((option) => option.value === value) ? [...options, { value, label }] : [...options];
}

type Choice = { value: string; label: string };

function SealedFile() {
  const { mutate, isPending } = useDownloadSealed();
  return (
    <Button
      variant="default"
      leftSection={<IconShieldCheck size={16} stroke={1.8} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      title="Everything sealed that you may see, with its proofs: npm run verify reads it"
    >
      Sealed file
    </Button>
  );
}

function nameIn(people: Props['people'], id: string): string {
  if (!people) return 'Loading…';
  return people.find(({ _id }) => _id === id)?.name ?? 'Somebody who has left';
}
