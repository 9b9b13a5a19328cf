import type { ComplianceItem, PaymentDate } from '@anupalan/contract/compliance-items';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { totalRupees } from './amounts.ts';
import { useDeletePaymentDate } from './calls.ts';
import { PaymentDateForm } from './payment-date-form.tsx';
import classes from './payment-dates-section.module.css';

/** Payments of an item with their total (R-records-8). */
export function PaymentDatesSection({ item }: { item: ComplianceItem }) {
  const payments = item.paymentDates;
  const actor = useActor();
  return (
    <DetailsSection title="Payment Dates">
      <RecordList label="Payment Dates" count={payments.length} empty="No payments recorded yet.">
        {payments.map((payment) => (
          <PaymentLine key={payment._id} itemId={item._id} payment={payment} />
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

function PaymentLine({ itemId, payment }: { itemId: string; payment: PaymentDate }) {
  const remove = useDeletePaymentDate(itemId, payment._id);
  const day = formatIsoDay(payment.date);
  const amount = formatRupees(payment.amount);
  const deletable = can(useActor(), 'payment-dates.delete', { userId: payment.userId ?? '' });
  return (
    <RecordLine title={day} aside={<span className={classes.amount}>{amount}</span>} detail={payment.description}>
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
