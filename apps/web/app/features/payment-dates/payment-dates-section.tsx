import type { ComplianceItem, PaymentDate } from '@anupalan/contract/compliance-items';
import type { Evidence } from '@anupalan/contract/proof/evidence';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { useFilesBySubject } from '../evidence/use-files-by-subject.ts';
import type { Delay } from '../late-cost/late-payment.ts';
import { totalRupees } from './amounts.ts';
import { useDeletePaymentDate } from './calls.ts';
import { PaymentDateForm } from './payment-date-form.tsx';
import classes from './payment-dates-section.module.css';

/** Whether a payment was late, and who shows what that costs (R-law-9). */
interface Lateness {
  readonly of: (payment: PaymentDate) => Delay | null;
  readonly onAsk: (delay: Delay) => void;
}

/** Payments of an item with their total (R-records-8). */
export function PaymentDatesSection({ item, lateness }: { item: ComplianceItem; lateness?: Lateness | undefined }) {
  const payments = item.paymentDates;
  const actor = useActor();
  const filesOf = useFilesBySubject(item._id);
  return (
    <DetailsSection title="Payment Dates">
      <RecordList label="Payment Dates" count={payments.length} empty="No payments recorded yet.">
        {payments.map((payment) => (
          <PaymentLine
            key={payment._id}
            itemId={item._id}
            payment={payment}
            lateness={lateness}
            files={filesOf(payment._id)}
          />
        ))}
      </RecordList>
      {payments.length > 0 && (
        <p className={classes.total}>
          Total <b>{formatRupees(totalRupees(payments))}</b>
        </p>
      )}
      {can(actor, 'payment-dates.create') && (
        <AddPanel action="Add Payment Date">{(panel) => <PaymentDateForm item={item} {...panel} />}</AddPanel>
      )}
    </DetailsSection>
  );
}

type LineProps = {
  itemId: string;
  payment: PaymentDate;
  lateness: Lateness | undefined;
  files: readonly Evidence[] | undefined;
};

function PaymentLine({ itemId, payment, lateness, files }: LineProps) {
  const remove = useDeletePaymentDate(itemId, payment._id);
  const day = formatIsoDay(payment.date);
  const delay = lateness?.of(payment);
  const amount = formatRupees(payment.amount);
  const deletable = can(useActor(), 'payment-dates.delete', { userId: payment.userId ?? '' });
  return (
    <RecordLine title={day} aside={<span className={classes.amount}>{amount}</span>} detail={payment.description}>
      <EvidenceButton
        subject={{ kind: 'payment-date', id: payment._id }}
        title={`Payment, ${day}, ${amount}`}
        count={files?.length}
      />
      {delay && (
        <Button variant="subtle" size="compact-sm" onClick={() => lateness?.onAsk(delay)}>
          What late costs
        </Button>
      )}
      {deletable && (
        <DeleteButton
          name={`Delete payment, ${day}, ${amount}`}
          question="Are you sure you want to delete this payment date?"
          busy={remove.isPending}
          onDelete={(close) => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    </RecordLine>
  );
}
