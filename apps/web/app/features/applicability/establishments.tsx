import type { Establishment } from '@anupalan/contract/applicability/establishments';
import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES, stateLabel } from '@anupalan/domain/states';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EstablishmentCard } from './establishment-card.tsx';
import { EstablishmentForm } from './establishment-form.tsx';
import classes from './establishments.module.css';
import type { Facts } from './facts.ts';

type Props = { establishments: readonly Establishment[]; company: Company; facts: Facts; mayChange: boolean };

/** Places of the company (R-applicability-1). */
export function Establishments({ establishments, company, facts, mayChange }: Props) {
  const [adding, setAdding] = useState(false);
  const list = useFocusAfterRemoval<HTMLUListElement>(establishments.length);
  const people = establishments.reduce((sum, one) => sum + one.employeeCount, 0);
  const states: readonly string[] = [company.state, ...company.additionalStates];
  const isCounted = ({ state }: Establishment) => states.includes(ALL_STATES) || states.includes(state);
  return (
    <Panel
      title="Establishments"
      text="A state's obligations go by the people you have there, all-India ones by the whole company's."
      action={
        mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add Establishment
          </Button>
        )
      }
    >
      {establishments.length > 1 && people !== company.employeeCount && (
        <Notice title="The numbers differ">
          Your establishments have {count(people)} employees together, your profile says {count(company.employeeCount)}.
          All-India obligations go by the profile.
        </Notice>
      )}
      <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Establishments">
        {establishments.map((one) => (
          <EstablishmentCard
            key={one._id}
            establishment={one}
            facts={facts}
            mayChange={mayChange}
            uncounted={
              isCounted(one) ? undefined : `${stateLabel(one.state)} is none of your company's states any more.`
            }
          />
        ))}
      </ul>
      {establishments.length === 1 && (
        <Text size="sm" c="dimmed">
          It is as your company profile says. With more places, add each one: a factory has other obligations than the
          office beside it.
        </Text>
      )}
      <FormDialog opened={adding} title="Add Establishment" onClose={() => setAdding(false)}>
        {(leave) => <EstablishmentForm company={company} onDone={() => setAdding(false)} onCancel={leave} />}
      </FormDialog>
    </Panel>
  );
}

function count(number: number): string {
  return number.toLocaleString('en-IN');
}
