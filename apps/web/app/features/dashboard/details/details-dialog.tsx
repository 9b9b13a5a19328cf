import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { memo, useState } from 'react';
import { AskingDialog } from '../../../ui/dialogs/asking-dialog.tsx';
import { UnsentForms } from '../../../ui/dialogs/use-counted.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import type { ItemActions } from '../table/row-actions.tsx';
import { Details } from './details.tsx';
import classes from './details-dialog.module.css';

type Props = {
  /** Item to show; undefined closes the dialog. */
  row: ComplianceRow | undefined;
  /** Day of the calendar it was opened from; null for the row's own occurrence (R-tracker-27). */
  day: Temporal.PlainDate | null;
  fields: readonly ComplianceField[];
  company: Company | null;
  user: User;
  today: Temporal.PlainDate;
  /** Openers of the dialogs that change or delete an own obligation. */
  actions: ItemActions;
  onClose: () => void;
};

/**
 * Compliance Details dialog (R-tracker-26); it asks before it is left with a form unsent (R-tracker-28). Memoised, like
 * all that the dashboard has beside its table, because each letter of a search renders the dashboard.
 */
export default memo(function DetailsDialog({ row, day, onClose, ...context }: Props) {
  const [unsentForms, setUnsentForms] = useState(0);
  const title = (
    <>
      <span className={classes.kind}>Compliance Details</span> {row?.item.title}
    </>
  );
  return (
    <AskingDialog
      opened={row !== undefined}
      isTyped={() => unsentForms > 0}
      onClose={onClose}
      title={title}
      size={1060}
    >
      {() => (
        <div className={classes.body}>
          <UnsentForms value={setUnsentForms}>
            {row && (
              <Details
                key={`${row.item._id} ${day}`}
                row={row}
                startOn={day ?? row.due}
                onLeave={onClose}
                {...context}
              />
            )}
          </UnsentForms>
        </div>
      )}
    </AskingDialog>
  );
});
