import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { DialogBelow } from '../../ui/dialog-above.ts';
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

/** The Compliance Details dialog (specification 2, section 2). It takes the whole screen of a phone. */
export function DetailsDialog({ row, day, onClose, ...context }: Props) {
  const [dialogsAbove, setDialogsAbove] = useState(0);
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={row !== undefined}
      onClose={onClose}
      closeOnEscape={dialogsAbove === 0}
      size={1060}
      fullScreen={fullScreen}
      centered={!fullScreen}
      // Its content goes the moment it closes; there would be nothing to fade out.
      transitionProps={{ transition: 'fade-up', exitDuration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content radius={fullScreen ? 0 : 'lg'}>
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ''}>
            <span className={classes.kind}>Compliance Details</span> {row?.item.title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body className={classes.body ?? ''}>
          <DialogBelow value={setDialogsAbove}>
            {row && <Details key={`${row.item._id} ${day}`} row={row} startOn={day ?? row.due} {...context} />}
          </DialogBelow>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
