import type { AuditPeople } from '@anupalan/contract/audit-log';
import type { ReactNode } from 'react';
import { DayFilter } from '../../ui/forms/day-filter.tsx';
import { FilterPanel } from '../../ui/lists/filter-panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import type { AuditListState } from './audit-list-state.ts';
import { AUDIT_NOUN_LABELS, AUDIT_NOUNS } from './describe-entry.ts';
import { PersonSelect } from './person-select.tsx';

type Props = {
  state: AuditListState;
  /** Names of the users that the filter is set to. */
  people: AuditPeople | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<AuditListState>) => void;
  actions: ReactNode;
};

const NOUN_OPTIONS = AUDIT_NOUNS.map((value) => ({ value, label: AUDIT_NOUN_LABELS[value] }));

const NO_FILTER = { actor: undefined, subject: undefined, noun: undefined, from: undefined, to: undefined };

/** Audit log filters (R-audit-log-5); days are UTC. */
export function AuditFilterPanel({ state, people, faults, onChange, actions }: Props) {
  const { actor, subject, noun, from, to } = state;
  return (
    <FilterPanel
      active={[actor, subject, noun, from, to].filter(Boolean).length}
      onClear={() => onChange(NO_FILTER)}
      actions={actions}
    >
      <PersonSelect
        label="Who"
        userId={actor}
        known={people?.actor}
        onChange={(chosen) => onChange({ actor: chosen })}
      />
      <PersonSelect
        label="To whom"
        userId={subject}
        known={people?.subject}
        onChange={(chosen) => onChange({ subject: chosen })}
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
