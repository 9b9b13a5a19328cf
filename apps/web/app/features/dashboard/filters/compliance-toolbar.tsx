import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { DUE_SOON_DAYS } from '@anupalan/domain/urgency';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { toStateChoices } from '../../../lib/state-choices.ts';
import { Select } from '../../../ui/select/select.tsx';
import { PERSON_CHOICES, PERSON_LABELS } from '../../assignments/colleagues.ts';
import { useColleagues } from '../../assignments/use-colleagues.ts';
import classes from './compliance-toolbar.module.css';
import { SHOW_CHOICES, type Show } from './show-choices.ts';
import type { TableFilter } from './table-address.ts';

type Props = {
  company: Company | null;
  /** Acts of the rows, by name. */
  acts: readonly ActChoice[];
  filter: TableFilter;
  onChange: (change: Partial<TableFilter>) => void;
};

interface ActChoice {
  readonly value: string;
  readonly label: string;
}

const SHOW_LABELS: Readonly<Record<Show, string>> = {
  all: 'All statuses',
  overdue: 'Overdue',
  'due-soon': `Due in ${DUE_SOON_DAYS} days`,
  verified: 'Without “To be verified”',
  ...STATUS_LABELS,
};

const PERSON_OPTIONS = PERSON_CHOICES.map((value) => ({ value, label: PERSON_LABELS[value] }));

const ALL_ACTS: ActChoice = { value: '', label: 'All acts' };

const SHOW_OPTIONS = SHOW_CHOICES.map((value) => ({ value, label: SHOW_LABELS[value] }));

/** Filters of the table: state, status, act, search (R-tracker-19, R-tracker-20); they share the line's width. */
export default function ComplianceToolbar({ company, acts, filter, onChange }: Props) {
  const hasColleagues = useColleagues() !== null;
  return (
    <div className={classes.toolbar}>
      <Select
        label="Filter by State"
        data={stateOptions(company)}
        value={filter.state}
        onChange={(state) => state && onChange({ state })}
        allowDeselect={false}
      />
      <Select
        label="Filter by Status"
        data={SHOW_OPTIONS}
        value={filter.show}
        onChange={(show) => show && onChange({ show })}
        allowDeselect={false}
        maxDropdownHeight={400}
      />
      <Select
        label="Filter by Act"
        data={[ALL_ACTS, ...acts]}
        value={filter.act}
        onChange={(act) => act !== null && onChange({ act })}
        allowDeselect={false}
        maxDropdownHeight={400}
      />
      {hasColleagues && (
        <Select
          label="Filter by Person"
          data={PERSON_OPTIONS}
          value={filter.person}
          onChange={(person) => person && onChange({ person })}
          allowDeselect={false}
        />
      )}
      <SearchBox search={filter.search} onSearch={(search) => onChange({ search })} />
    </div>
  );
}

type SearchProps = { search: string; onSearch: (search: string) => void };

/** Search box, which has each letter at once; the rows follow when nobody types. */
function SearchBox({ search, onSearch }: SearchProps) {
  const [typed, setTyped] = useOptimistic(search);

  function type(text: string) {
    startTransition(() => {
      setTyped(text);
      onSearch(text);
    });
  }

  return (
    <TextInput
      className={classes.search}
      label="Search"
      type="search"
      placeholder="Compliance, act, form, authority…"
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** State options: All States, the primary state and each additional one (R-tracker-19). */
function stateOptions(company: Company | null) {
  const states = company ? [company.state, ...company.additionalStates] : [];
  return toStateChoices(new Set<StateOrAll>([ALL_STATES, ...states]));
}
