import { type Check, CheckApproval, CheckReturn } from '@anupalan/contract/people/checks';
import { Textarea } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useApproveCheck, useReturnCheck } from './calls.ts';

type Props = { check: Check; answer: 'approve' | 'return'; onClose: () => void };

/** Words of an answer: a note with an approval, the reason of a return. */
export function DecisionForm({ answer, ...props }: Props) {
  return answer === 'approve' ? <ApprovalForm {...props} /> : <ReturnForm {...props} />;
}

type FormProps = Omit<Props, 'answer'>;

function ApprovalForm({ check, onClose }: FormProps) {
  const approve = useApproveCheck(check._id);
  const form = useContractForm(CheckApproval, { name: 'approval', initialValues: { note: '' } });
  const submit = form.onSubmit((body) => approve.mutate(body, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Field form={form} as={Textarea} name="note" label="Note" rows={2} mt="xs" autoFocus />
      <FormActions action="Approve" busy={approve.isPending} onCancel={onClose} />
    </form>
  );
}

function ReturnForm({ check, onClose }: FormProps) {
  const giveBack = useReturnCheck(check._id);
  const form = useContractForm(CheckReturn, { name: 'return', initialValues: { reason: '' } });
  const submit = form.onSubmit((body) => giveBack.mutate(body, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Field form={form} as={Textarea} name="reason" label="Reason" rows={2} mt="xs" required autoFocus />
      <FormActions action="Return" busy={giveBack.isPending} onCancel={onClose} />
    </form>
  );
}
