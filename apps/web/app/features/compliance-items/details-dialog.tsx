import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { useState } from 'react';
import { AskingDialog } from '../../ui/asking-dialog.tsx';
import { UnsentForms } from '../../ui/unsent.ts';
import type { ComplianceRow } from './compliance-row.ts';
import { Details } from './details.tsx';
import classes from './details-dialog.module.css';

type Props = {
  /** The item to show; undefined when none is open. */
  row: ComplianceRow | undefined;
  /** The day it was opened about; null for the row's own occurrence. */
  day: Temporal.PlainDate | null;
  fields: readonly ComplianceField[];
  company: Company | null;
  user: User;
  today: Temporal.PlainDate;
  onClose: () => void;
};

/** The Compliance Details dialog (specification 2, section 2). It asks before it is left with a form unsent. */
export function DetailsDialog({ row, day, onClose, ...context }: Props) {
  const [unsentForms, setUnsentForms] = useState(0);
  const title = (
    <>
      <span className={classes.kind}>Compliance Details</span> {row?.item.title}
    </>
  );
  return (
    <AskingDialog opened={row !== undefined} typed={unsentForms > 0} onClose={onClose} title={title} size={1060}>
      {() => (
        <div className={classes.body}>
          <UnsentForms value={setUnsentForms}>
            {row && <Details key={`${row.item._id} ${day}`} row={row} startOn={day ?? row.due} {...context} />}
          </UnsentForms>
        </div>
      )}
    </AskingDialog>
  );
}
