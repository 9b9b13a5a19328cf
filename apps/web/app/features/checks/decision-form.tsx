import { CheckApproval, CheckReturn } from '@anupalan/contract/people/checks';
import { Textarea } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import type { useApproveBatch, useApproveCheck, useReturnBatch, useReturnCheck } from './calls.ts';

type Props = {
  answer: 'approve' | 'return';
  approve: ReturnType<typeof useApproveCheck | typeof useApproveBatch>;
  giveBack: ReturnType<typeof useReturnCheck | typeof useReturnBatch>;
  onClose: () => void;
};

/** Words of an answer: a note with an approval, the reason of a return. */
export function DecisionForm({ answer, approve, giveBack, onClose }: Props) {
  return answer === 'approve' ? (
    <ApprovalForm approve={approve} onClose={onClose} />
  ) : (
    <ReturnForm giveBack={giveBack} onClose={onClose} />
  );
}

function ApprovalForm({ approve, onClose }: Pick<Props, 'approve' | 'onClose'>) {
  const form = useContractForm(CheckApproval, { name: 'approval', initialValues: { note: '' } });
  const submit = form.onSubmit((body) => approve.mutate(body, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Field form={form} as={Textarea} name="note" label="Note" rows={2} mt="xs" autoFocus />
      <FormActions action="Approve" busy={approve.isPending} onCancel={onClose} />
    </form>
  );
}

function ReturnForm({ giveBack, onClose }: Pick<Props, 'giveBack' | 'onClose'>) {
  const form = useContractForm(CheckReturn, { name: 'return', initialValues: { reason: '' } });
  const submit = form.onSubmit((body) => giveBack.mutate(body, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Field form={form} as={Textarea} name="reason" label="Reason" rows={2} mt="xs" required autoFocus />
      <FormActions action="Return" busy={giveBack.isPending} onCancel={onClose} />
    </form>
  );
}
