import type { Establishment } from '@anupalan/contract/applicability/establishments';
import { stateLabel } from '@anupalan/domain/states';
import { ActionIcon, Badge, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { useDeleteEstablishment } from './calls.ts';
import { EstablishmentForm } from './establishment-form.tsx';
import classes from './establishments.module.css';
import { answerTo, type Facts, questionsIn } from './facts.ts';
import { QuestionChoice } from './question-choice.tsx';

type Props = {
  establishment: Establishment;
  facts: Facts;
  mayChange: boolean;
  /** Why it counts for nothing, if it doesn't. */
  uncounted: string | undefined;
};

/** Establishment with the questions that are asked of it. */
export function EstablishmentCard({ establishment, facts, mayChange, uncounted }: Props) {
  const [editing, setEditing] = useState(false);
  const removal = useDeleteEstablishment(establishment._id);
  const { _id: establishmentId, name, state, city, employeeCount, followsProfile } = establishment;
  return (
    <li className={classes.card}>
      <div className={classes.heading}>
        <div className={classes.words}>
          <b className={classes.name}>{name}</b>
          {followsProfile && (
            <Badge variant="light" size="sm" tt="none">
              From the profile
            </Badge>
          )}
          <p className={classes.place}>
            {[city, stateLabel(state), `${employeeCount.toLocaleString('en-IN')} employees`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {uncounted && <p className={classes.uncounted}>Not counted: {uncounted}</p>}
        </div>
        {mayChange && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Edit ${name}`}
              title="Edit"
              onClick={() => setEditing(true)}
            >
              <IconPencil size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
            {!followsProfile && (
              <DeleteButton
                name={`Delete ${name}`}
                question={`Are you sure you want to remove ${name}? Obligations that only it has leave your list; what you recorded for them is kept.`}
                busy={removal.isPending}
                onDelete={(close) => removal.mutate(undefined, { onSettled: close })}
              />
            )}
          </Group>
        )}
      </div>
      <dl className={classes.questions}>
        {questionsIn(facts, state).map((question) => (
          <div key={question.key} className={classes.question}>
            <dt>{question.question}</dt>
            <dd>
              <QuestionChoice
                question={question}
                answer={answerTo(facts, question.key, { establishmentId })}
                about={{ establishmentId }}
                label={`${name}: ${question.question}`}
                disabled={!mayChange}
              />
            </dd>
          </div>
        ))}
      </dl>
      <FormDialog opened={editing} title="Edit Establishment" onClose={() => setEditing(false)}>
        {(leave) => (
          <EstablishmentForm establishment={establishment} onDone={() => setEditing(false)} onCancel={leave} />
        )}
      </FormDialog>
    </li>
  );
}
