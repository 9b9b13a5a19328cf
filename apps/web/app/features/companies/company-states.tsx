import type { Company } from '@anupalan/contract/companies';
import { type StateOrAll, stateLabel } from '@anupalan/domain/states';
import { ActionIcon, Badge, Button } from '@mantine/core';
import { IconSparkles, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddStateForm } from './add-state-form.tsx';
import { useRemoveState } from './calls.ts';
import classes from './company-states.module.css';

type Props = {
  company: Company;
  /** Whether the viewer may add and remove states, a Premium feature (R-companies-11). */
  changeable: boolean;
  /** Whether Premium is all that they lack for it. */
  upgradable: boolean;
};

/** States in which the company employs people (R-companies-11). */
export function CompanyStates({ company, changeable, upgradable }: Props) {
  const [leaving, setLeaving] = useState<StateOrAll>();
  const removal = useRemoveState();
  const list = useRef<HTMLUListElement>(null);

  function remove(state: StateOrAll) {
    removal.mutate(state, {
      onSettled: () => {
        setLeaving(undefined);
        // Focus moves to the list, as the pressed button is gone.
        list.current?.focus();
      },
    });
  }

  return (
    <Panel title="States" text="Obligations of these states are listed, besides those of all India.">
      <ul ref={list} tabIndex={-1} className={classes.states} aria-label="States of the company">
        <li className={classes.state}>
          {stateLabel(company.state)}
          <Badge variant="light" size="sm" tt="none">
            Primary
          </Badge>
        </li>
        {company.additionalStates.map((state) => (
          <li key={state} className={classes.state}>
            {stateLabel(state)}
            {changeable && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Remove ${stateLabel(state)}`}
                onClick={() => setLeaving(state)}
              >
                <IconX size={14} stroke={2} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {changeable && <AddStateForm company={company} />}
      {!changeable && upgradable && (
        <div>
          <Button component={Link} to="/plans" variant="light" leftSection={<IconSparkles size={16} stroke={1.8} />}>
            Upgrade to Add More States
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={leaving !== undefined}
        question={`Are you sure you want to remove ${leaving ?? 'this state'}? Its obligations leave your list; what you recorded for them is kept.`}
        action="Remove"
        busy={removal.isPending}
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(undefined)}
      />
    </Panel>
  );
}
