import { type Evidence, EvidenceRemoval, NO_REASON } from '@anupalan/contract/proof/evidence';
import { Stack, Textarea } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useRemoveEvidence } from './calls.ts';
import classes from './evidence.module.css';

type Props = { evidence: Evidence; onClose: () => void };

/** Removal of a file, which needs a reason (R-evidence-7). */
export function RemoveForm({ evidence, onClose }: Props) {
  const removal = useRemoveEvidence(evidence._id);
  const form = useContractForm(EvidenceRemoval, { name: `remove-${evidence._id}`, initialValues: { reason: '' } });
  const submit = form.onSubmit(({ reason }) => {
    if (!reason) return form.showFaults({ reason: NO_REASON });
    removal.mutate({ reason }, { onSuccess: onClose, onError: form.showRefusal });
  });
  return (
    <form onSubmit={submit} noValidate className={classes.more}>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(removal.error)} />
        <Field
          form={form}
          name="reason"
          as={Textarea}
          label="Why is it removed?"
          hint="The file goes; its name, its hash and your reason stay in sight."
          required
          rows={2}
          autoFocus
        />
      </Stack>
      <FormActions action="Remove file" busy={removal.isPending} onCancel={onClose} />
    </form>
  );
}
