import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { statusOf } from '@anupalan/domain/events/duty';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import { DutyLateCost } from '../late-cost/duty-late-cost.tsx';
import { describeDue, describeLeft, dueOf, urgencyAt } from './describe-event.ts';
import { DutyEvidence } from './duties/duty-evidence.tsx';
import { DutyCheck, DutyHistory } from './duties/duty-history.tsx';
import { DutyStatus } from './duties/duty-status.tsx';
import { DutyStatusForm } from './duties/duty-status-form.tsx';
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
          {duty.confidence === 'low' && (
            <>
              <b>To be verified</b> ·{' '}
            </>
          )}
          {describeDeadline(duty.deadline)} · {duty.dueDay === null ? nameOfDay(event, duty) : describeDue(duty)}
        </span>
      </div>
      <span className={classes.left}>{left}</span>
      <span className={classes.status}>
        <DutyStatus waiting={duty.waiting?.status ?? null} status={status} />
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
      {(duty.waiting || duty.returned) && (
        <div className={classes.check}>
          <DutyCheck eventId={event._id} duty={duty} now={now} mayRecord={mayRecord} />
        </div>
      )}
      <div id={id} className={classes.more} hidden={shown === null}>
        {shown === 'status' && (
          <DutyStatusForm eventId={event._id} duty={duty} status={status} onClose={() => setShown(null)} />
        )}
        {shown === 'details' && (
          <>
            <Details
              duty={duty}
              history={<DutyHistory eventId={event._id} duty={duty} now={now} mayRecord={mayRecord} />}
            />
            <DutyEvidence event={event} duty={duty} />
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

function Details({ duty, history }: { duty: EventDuty; history: ReactNode }) {
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
      {history}
    </div>
  );
}
