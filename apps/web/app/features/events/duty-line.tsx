import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { statusOf } from '@anupalan/domain/events/duty';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { Button, Group } from '@mantine/core';
import { useId, useState } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import { describeDue, describeLeft, describeMoment, dueOf, urgencyAt } from './describe-event.ts';
import { DutyLateCost } from './duty-late-cost.tsx';
import { DutyStatusForm } from './duty-status-form.tsx';
import classes from './events.module.css';

type Props = { event: CompanyEvent; duty: EventDuty; now: Temporal.Instant; mayRecord: boolean };

/** One duty: what to do until when, how much time is left, and its status; its details fold out. */
export function DutyLine({ event, duty, now, mayRecord }: Props) {
  const [shown, setShown] = useState<'details' | 'status' | null>(null);
  const id = useId();
  const status = statusOf({ due: dueOf(duty), recorded: duty.recorded ?? undefined }, now);
  const toggle = (what: 'details' | 'status') => setShown(shown === what ? null : what);
  const left = describeLeft(duty, now);
  return (
    <li className={classes.duty} data-urgency={urgencyAt(duty, now)}>
      <div className={classes.what}>
        <span className={classes.title}>{duty.title}</span>
        <span className={classes.about}>
          {describeDeadline(duty.deadline)} · {duty.dueDay === null ? nameOfDay(event, duty) : describeDue(duty)}
        </span>
      </div>
      <span className={classes.left}>{left}</span>
      <span className={classes.status}>
        <StatusBadge status={status} quiet={status === 'pending'} />
      </span>
      <Group gap={6} wrap="nowrap" className={classes.actions}>
        {mayRecord && (
          <Button
            variant="light"
            size="compact-sm"
            aria-expanded={shown === 'status'}
            aria-controls={id}
            aria-label={`Record the status of ${duty.title}`}
            onClick={() => toggle('status')}
          >
            Record
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={shown === 'details'}
          aria-controls={id}
          aria-label={`Details of ${duty.title}`}
          onClick={() => toggle('details')}
        >
          Details
        </Button>
      </Group>
      <div id={id} className={classes.more} hidden={shown === null}>
        {shown === 'status' && (
          <DutyStatusForm eventId={event._id} duty={duty} status={status} onClose={() => setShown(null)} />
        )}
        {shown === 'details' && (
          <>
            <Details duty={duty} />
            <DutyLateCost event={event} duty={duty} />
          </>
        )}
      </div>
    </li>
  );
}

/** The day from which a duty counts that isn't known yet. */
function nameOfDay({ asks }: CompanyEvent, { countedFrom }: EventDuty): string {
  const day = asks.laterDays.find(({ key }) => key === countedFrom);
  return day ? `counts from: ${day.name}` : 'no day yet';
}

const LOCKED = 'Upgrade to Premium to see this';

function Details({ duty }: { duty: EventDuty }) {
  const text = (name: EventDuty['locked'][number]) => (duty.locked.includes(name) ? LOCKED : duty[name]);
  const facts: (readonly [name: string, text: string | null])[] = [
    ['Act', duty.act],
    ['Form', text('form')],
    ['Authority', text('authority')],
    ['Penalty', text('penalty')],
    ['Portal', text('portal')],
    ['Source', duty.source],
    ['Confidence', `${duty.confidence}, checked on ${formatIsoDay(duty.checkedOn)}`],
    ['Notes', duty.notes],
  ];
  return (
    <div className={classes.details}>
      <RichText html={duty.description} />
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {duty.statusHistory.length > 0 && (
        <ul className={classes.history} aria-label="What was recorded">
          {duty.statusHistory.toReversed().map(({ _id, status, note, createdAt }) => (
            <li key={_id}>
              {describeMoment(createdAt)}: {STATUS_LABELS[status]}
              {note && <span className={classes.note}>{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
