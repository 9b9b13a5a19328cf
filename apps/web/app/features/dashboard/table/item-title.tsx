import { stateLabel } from '@anupalan/domain/states';
import { IconBellRinging } from '@tabler/icons-react';
import { useCompanyPath } from '../../../lib/company/company-link.tsx';
import { ResponsibleMark } from '../../assignments/responsible-mark.tsx';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { FREQUENCY_LABELS } from '../../compliance-items/describe-due.ts';
import { addressOfItem } from '../open-address.ts';
import classes from './item-title.module.css';

type Props = {
  row: ComplianceRow;
  /** Whether the act is named, where the row doesn't stand under it. */
  namesAct: boolean;
};

/** Title of an item, a link to its details (R-tracker-41), with state and frequency below. */
export function ItemTitle({ row: { item, act, hasReminder }, namesAct }: Props) {
  return (
    <>
      <span className={classes.title}>
        {hasReminder && <ReminderMark />}
        <DetailsLink itemId={item._id} title={item.title} />
      </span>
      <span className={classes.reach}>
        {item.own && (
          <>
            <span className={classes.own}>Own</span>{' '}
          </>
        )}
        {item.provenance?.confidence === 'low' && (
          <>
            <span className={classes.own}>To be verified</span>{' '}
          </>
        )}
        {stateLabel(item.state)} · {FREQUENCY_LABELS[item.dueDate.frequency]}
        {namesAct && act && ` · ${act.name}`}
      </span>
      <ResponsibleMark item={item} />
    </>
  );
}

/** Link as the browser has it: the row opens the details, and another tab or window opens the address. */
function DetailsLink({ itemId, title }: { itemId: string; title: string }) {
  const path = useCompanyPath(addressOfItem(itemId));
  return (
    <a href={String(path)} className={classes.details} data-opens-row>
      {title}
    </a>
  );
}

/** Reminder bell, which says without colour what the purple of a row says (R-tracker-22). */
function ReminderMark() {
  return <IconBellRinging size={15} stroke={2.1} role="img" aria-label="Has a reminder" className={classes.mark} />;
}
