import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { formatDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { legalDayOf } from '@anupalan/domain/due-days/legal-order';
import { useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { AssignedPeople } from '../../assignments/assigned-people.tsx';
import { type ComplianceRow, ownEntries } from '../../compliance-items/compliance-row.ts';
import {
  BEFORE_TRACKING,
  describeDue,
  FREQUENCY_LABELS,
  isDueOutside,
  NONE_IN_PERIOD,
} from '../../compliance-items/describe-due.ts';
import { DaysSection } from '../../due-days/days-section.tsx';
import { LateCostSection } from '../../late-cost/late-cost-section.tsx';
import { type Delay, delayOfPayment, delayUntilNow } from '../../late-cost/late-payment.ts';
import { PaymentDatesSection } from '../../payment-dates/payment-dates-section.tsx';
import { RegistrationNumbers } from '../../registrations/registration-numbers.tsx';
import { RemindersSection } from '../../reminders/reminders-section.tsx';
import { StatusOfLine } from '../../status-history/lines/number-lines.tsx';
import { StatusBadge } from '../../status-history/status-badge.tsx';
import { StatusTracking } from '../../status-history/status-tracking.tsx';
import { labelOfWaiting } from '../../status-history/waiting-label.ts';
import { SubmissionDatesSection } from '../../submission-dates/submission-dates-section.tsx';
import type { ItemActions } from '../table/row-actions.tsx';
import { ApplicabilitySection } from './applicability-section.tsx';
import classes from './details.module.css';
import { FieldInformation } from './field-information.tsx';
import { OwnSection } from './own-section.tsx';
import { ProvenanceSection } from './provenance-section.tsx';

type Props = {
  row: ComplianceRow;
  /** Initial day of Status Tracking; null for an item that never falls due. */
  startOn: Temporal.PlainDate | null;
  fields: readonly ComplianceField[];
  company: Company | null;
  user: User;
  today: Temporal.PlainDate;
  /** Openers of the dialogs that change or delete an own obligation. */
  actions: ItemActions;
  /** Called when another dialog opens, or the company has said that the item does not apply. */
  onLeave: () => void;
};

/** Content of the dialog: facts about the item on the left, status tracking on the right (R-tracker-26). */
export function Details({ row, startOn, fields, company, user, today, actions, onLeave }: Props) {
  const { item } = row;
  const [delay, setDelay] = useState<Delay | null>(null);
  return (
    <>
      <p className={classes.act}>{row.act?.name}</p>
      <div className={classes.facts}>
        <DueFact row={row} />
        {row.waiting ? (
          <StatusBadge status={row.waiting} label={labelOfWaiting(row.waiting)} />
        ) : (
          row.status && (
            <StatusBadge status={row.status} quiet={row.urgency === 'untracked'} label={row.partly ?? undefined} />
          )
        )}
      </div>
      {item.description && <RichText html={item.description} />}
      {item.ended !== undefined && <Notice title="This obligation has ended">{item.ended}</Notice>}
      <div className={classes.columns}>
        <div className={classes.column}>
          {item.own && <OwnSection item={item} actions={actions} onLeave={onLeave} />}
          {startOn && <DaysSection item={item} schedule={row.schedule} day={startOn} />}
          <AssignedPeople item={item} actName={row.act?.name} />
          {item.registrationKind && (
            <RegistrationNumbers kind={item.registrationKind} state={item.state} today={today}>
              {(registrationId) => <StatusOfNumber row={row} registrationId={registrationId} />}
            </RegistrationNumbers>
          )}
          <FieldInformation fields={fields} values={item.values} />
          <RemindersSection item={item} />
          <PaymentDatesSection
            item={item}
            lateness={
              item.own ? undefined : { of: (payment) => delayOfPayment(payment, row.schedule), onAsk: setDelay }
            }
          />
          {!item.own && (
            <LateCostSection
              subject={{ itemId: item._id }}
              delay={delay}
              onOpen={() => setDelay(delayUntilNow(startOn && legalDayOf(startOn, row.schedule), today))}
            />
          )}
          <SubmissionDatesSection item={item} />
          {company && !item.own && <ApplicabilitySection item={item} company={company} onExcluded={onLeave} />}
          {item.provenance && <ProvenanceSection provenance={item.provenance} />}
        </div>
        <div className={classes.column}>
          <StatusTracking
            item={item}
            schedule={row.schedule}
            recorded={row.recorded}
            startOn={startOn}
            user={user}
            today={today}
          />
        </div>
      </div>
    </>
  );
}

/** Status of the current occurrence for one of several registration numbers, where it has one of its own. */
function StatusOfNumber({ row: { item, due }, registrationId }: { row: ComplianceRow; registrationId: string }) {
  const entry = due && ownEntries(item).find(({ date }) => date === toIsoMidnight(due));
  const line = entry?.lines?.find((one) => one.registrationId === registrationId);
  return line ? <StatusOfLine line={line} /> : null;
}

function DueFact({ row: { current, item, schedule, urgency, daysLeft } }: { row: ComplianceRow }) {
  if (!current && isDueOutside(schedule)) return <span className={classes.due}>Due Date: {NONE_IN_PERIOD}</span>;
  if (!current && item.registrationId) {
    return (
      <>
        <span className={classes.due}>Renewal pending</span>
        <span className={classes.rhythm}>{item.dueDate.description}</span>
      </>
    );
  }
  if (!current) return <span className={classes.due}>Due Date: N/A</span>;
  return (
    <>
      <span className={classes.due}>
        Due Date: <b>{formatDay(current.legal)}</b>
        {!current.legal.equals(current.day) && (
          <>
            {' '}
            <s>{formatDay(current.day)}</s>
          </>
        )}
      </span>
      {urgency !== 'settled' && (
        <span className={classes.left} data-urgency={urgency}>
          {urgency === 'untracked' ? BEFORE_TRACKING : describeDue(daysLeft)}
        </span>
      )}
      <span className={classes.rhythm}>
        {FREQUENCY_LABELS[item.dueDate.frequency]}
        {item.dueDate.description && ` · ${item.dueDate.description}`}
      </span>
      {item.provenance?.confidence === 'low' && <span className={classes.rhythm}>To be verified</span>}
    </>
  );
}
