import type { AuditEntry } from '@anupalan/contract/audit-log';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterPanel } from '../../ui/filter-panel.tsx';
import type { AuditListState } from './audit-list-state.ts';
import { DayFilter } from './day-filter.tsx';
import { AUDIT_NOUN_LABELS, AUDIT_NOUNS } from './describe-entry.ts';
import { PersonSelect } from './person-select.tsx';

type Props = {
  state: AuditListState;
  /** What is shown, which may know the name of who is chosen. */
  entries: readonly AuditEntry[];
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<AuditListState>) => void;
  actions: ReactNode;
};

const NOUN_OPTIONS = AUDIT_NOUNS.map((value) => ({ value, label: AUDIT_NOUN_LABELS[value] }));

const NO_FILTER = { actor: undefined, noun: undefined, from: undefined, to: undefined };

/** What narrows the log. Its days are those of the server, in UTC. */
export function AuditFilterPanel({ state: { actor, noun, from, to }, entries, faults, onChange, actions }: Props) {
  return (
    <FilterPanel
      active={[actor, noun, from, to].filter(Boolean).length}
      onClear={() => onChange(NO_FILTER)}
      actions={actions}
    >
      <PersonSelect
        userId={actor}
        knownName={nameAmong(entries, actor)}
        onChange={(chosen) => onChange({ actor: chosen })}
      />
      <Select
        label="What"
        placeholder="Everything"
        data={NOUN_OPTIONS}
        value={noun ?? null}
        onChange={(chosen) => onChange({ noun: chosen ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
      />
      <DayFilter label="From (UTC)" value={from} fault={faults.from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To (UTC)" value={to} fault={faults.to} onChange={(day) => onChange({ to: day })} />
    </FilterPanel>
  );
}

function nameAmong(entries: readonly AuditEntry[], id: string | undefined): string | undefined {
  const people = entries.flatMap(({ actor, impersonator }) => [actor, impersonator]);
  return people.find((person) => person?._id === id)?.name ?? undefined;
}
