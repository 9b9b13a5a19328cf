import type { Registration } from '@anupalan/contract/company/registrations';
import { registrationLabel } from '@anupalan/domain/registrations/kinds';
import { stateLabel } from '@anupalan/domain/states';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconClockHour4, IconHourglass, IconPencil } from '@tabler/icons-react';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { useRemoveRegistration } from './calls.ts';
import { CopyNumber } from './copy-number.tsx';
import { describePeriod } from './registration-period.ts';
import classes from './registrations.module.css';

type Props = {
  registration: Registration;
  today: Temporal.PlainDate;
  /** Undefined for those who may not change it. */
  onEdit: ((registration: Registration) => void) | undefined;
};

const ICONS = { expired: IconAlertTriangle, 'renew-soon': IconClockHour4, 'renewal-pending': IconHourglass };

/** One registration: what it is, its number to copy, and how long it lasts. */
export function RegistrationRow({ registration, today, onEdit }: Props) {
  const { kind, number, state, authority, ceiling } = registration;
  const removal = useRemoveRegistration();
  const { state: stands, notice, period } = describePeriod(registration, today);
  const Icon = stands === 'current' ? null : ICONS[stands];
  const name = `${registrationLabel(kind)} ${number}`;
  const workers = ceiling === null ? null : `up to ${ceiling.toLocaleString('en-IN')} workers`;
  const count = registration.evidence?.filter(({ removed, replaced }) => !removed && !replaced).length;
  const about = [state && stateLabel(state), authority, workers].filter(Boolean).join(' · ');
  return (
    <li className={classes.row} data-state={stands}>
      <div className={classes.words}>
        <span className={classes.kind}>{registrationLabel(kind)}</span>
        <span className={classes.numberLine}>
          <span className={classes.number}>{number}</span>
          <CopyNumber number={number} />
        </span>
        {about && <span className={classes.of}>{about}</span>}
        <div>
          <EvidenceButton subject={{ kind: 'registration', id: registration._id }} title={name} count={count} />
        </div>
      </div>
      <div className={classes.time}>
        {notice && (
          <span className={classes.notice}>
            {Icon && <Icon size={15} stroke={2} aria-hidden />} {notice}
          </span>
        )}
        {stands !== 'expired' && <span className={classes.of}>{period}</span>}
      </div>
      {onEdit && (
        <div className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            title="Edit"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(registration)}
          >
            <IconPencil size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <DeleteButton
            name={`Remove ${name}`}
            question={questionFor(registration)}
            busy={removal.isPending}
            onDelete={(close) => removal.mutate(registration._id, { onSettled: close })}
          />
        </div>
      )}
    </li>
  );
}

/** Says what goes with it and what stays (R-registrations-10). */
function questionFor({ kind, number, until }: Registration): string {
  const renewal = until
    ? ' The obligation to renew it leaves your list, with its reminders; what was recorded about it is kept.'
    : '';
  return `Are you sure you want to remove ${registrationLabel(kind)} ${number}?${renewal}`;
}
