import type { AuditPeople } from '@anupalan/contract/audit-log';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { Select } from '../../ui/select/select.tsx';
import { useUsers } from '../users/calls.ts';

type Props = {
  label: string;
  /** Chosen user; undefined is everybody. */
  userId: string | undefined;
  /** Chosen user as the server names them: the address has only the id. */
  known: AuditPeople['actor'] | undefined;
  onChange: (userId: string | undefined) => void;
};

const PAUSE_MS = 300;

/** User select, searched by name or e-mail once the typing pauses. */
export function PersonSelect({ label, userId, known, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isSearch = search !== '' && search !== chosen?.label;
  const found = useUsers({ page: 1, search: isSearch ? search : undefined, role: undefined, status: undefined });

  const options = (found.data?.users ?? []).map((user) => ({
    value: user._id,
    label: fullNameOf(user),
    email: user.primaryEmail,
  }));
  const current = userId && {
    value: userId,
    label: chosen?.value === userId ? chosen.label : nameIn(known, userId),
  };
  const isListed = options.some(({ value }) => value === userId);

  return (
    <Select
      label={label}
      placeholder="Everybody"
      data={current && !isListed ? [{ ...current, email: '' }, ...options] : options}
      value={userId ?? null}
      onChange={(value, option) => {
        setChosen(value ? option : null);
        onChange(value ?? undefined);
      }}
      searchable
      onSearchChange={setTyped}
      // The server has filtered already, by e-mail too.
      filter={({ options: all }) => all}
      renderOption={({ option }) => <PersonOption name={option.label} email={emailOf(options, option.value)} />}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nobody found'}
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
    />
  );
}

function nameIn(known: Props['known'], userId: string): string {
  if (known?._id !== userId) return 'Loading…';
  return known.name ?? 'A deleted user';
}

function PersonOption({ name, email }: { name: string; email: string }) {
  return (
    <span>
      {name}
      {email && <small style={{ display: 'block', color: 'var(--mantine-color-dimmed)' }}>{email}</small>}
    </span>
  );
}

function emailOf(options: readonly { value: string; email: string }[], id: string): string {
  return options.find(({ value }) => value === id)?.email ?? '';
}
