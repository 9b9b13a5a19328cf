import { AddedState, type Company } from '@anupalan/contract/companies';
import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Select } from '../../ui/select/select.tsx';
import classes from './add-state-form.module.css';
import { listAddableStates } from './addable-states.ts';
import { useAddState } from './calls.ts';

export function AddStateForm({ company }: { company: Company }) {
  const [state, setState] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const adding = useAddState();
  const addable = listAddableStates(company);
  if (addable.length === 0) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = AddedState.safeParse({ state });
    setFault(parsed.error?.issues[0]?.message);
    if (parsed.success) adding.mutate(parsed.data.state, { onSuccess: () => setState(null) });
    else input.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Select
        ref={input}
        label="Add a state"
        data={addable}
        value={state}
        onChange={(chosen) => {
          setState(chosen);
          setFault(undefined);
        }}
        error={fault}
        searchable
        openOnFocus={false}
        nothingFoundMessage="No such state"
        placeholder="Choose or type"
        className={classes.choice}
      />
      <Button type="submit" loading={adding.isPending} className={classes.button}>
        Add State
      </Button>
    </form>
  );
}
