import type { Check } from '@anupalan/contract/people/checks';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { describeFiling } from '@anupalan/domain/reports/report-words';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { formatInstant } from '../../lib/time/dates.ts';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import { useApproveCheck, useReturnCheck } from './calls.ts';
import classes from './checks.module.css';
import { DecisionForm } from './decision-form.tsx';

const STANDS_IN: Readonly<Record<NonNullable<Check['standsIn']>, string>> = {
  away: 'Its checker is away',
  gone: 'Its checker is gone',
  own: 'Recorded by its checker',
  changed: 'Its checker was changed',
};

/** Record that waits, with the ways to answer it: approve at once or with a note, or return with the reason. */
export function CheckLine({ check }: { check: Check }) {
  const [answering, setAnswering] = useState<'approve' | 'return' | null>(null);
  const approve = useApproveCheck(check._id);
  const giveBack = useReturnCheck(check._id);
  const { event, duty, filing } = check;
  const day = check.date === null ? null : formatIsoDay(check.date);
  const about = [check.title, event?.label, day, check.registrationNumber].filter(Boolean).join(', ');
  return (
    <li className={classes.check}>
      <div className={classes.head}>
        <b>{check.title}</b>
        <StatusBadge status={check.status} />
      </div>
      <Text size="sm" c="dimmed">
        {event && (
          <>
            <Anchor component={Link} to={`/company/events?event=${event._id}`} inherit>
              {event.kindName}: {event.label}
            </Anchor>
            {' · '}
          </>
        )}
        {[check.actName, day && `${event ? 'due' : 'for'} ${day}`, check.registrationNumber]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {check.note && <p className={classes.note}>{check.note}</p>}
      {check.noEvidenceReason && (
        <Text size="sm">
          <b>No evidence:</b> {check.noEvidenceReason}
        </Text>
      )}
      {filing && (
        <Text size="sm">
          {[filing.filedOn && `Filed on ${formatIsoDay(filing.filedOn)}`, describeFiling(filing)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <time dateTime={check.createdAt}>Recorded {formatInstant(check.createdAt)}</time> by{' '}
        {check.updatedByName ?? 'somebody who left'}
        {check.standsIn && ` · ${STANDS_IN[check.standsIn]}`}
      </Text>
      {check.again && (
        <Text size="xs">
          Approved {formatInstant(check.again.checkedAt)}. A payment, a submission or a file of it was changed since.
        </Text>
      )}
      <div>
        <EvidenceButton
          subject={duty ? { kind: 'duty', id: duty._id } : { kind: 'record', id: check._id }}
          title={about}
          count={check.files}
          isRestricted={duty?.isRestricted ?? false}
        />
      </div>
      {answering ? (
        <DecisionForm answer={answering} approve={approve} giveBack={giveBack} onClose={() => setAnswering(null)} />
      ) : (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            loading={approve.isPending}
            aria-label={`Approve ${about}`}
            onClick={() => approve.mutate({})}
          >
            Approve
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Approve with a note: ${about}`}
            onClick={() => setAnswering('approve')}
          >
            Approve with a note…
          </Button>
          <Button size="xs" variant="default" aria-label={`Return ${about}`} onClick={() => setAnswering('return')}>
            Return…
          </Button>
        </Group>
      )}
    </li>
  );
}
