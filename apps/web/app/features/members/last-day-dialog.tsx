import { type Member, MemberChanges } from '@anupalan/contract/people/members';
import { VIEWER_DAYS } from '@anupalan/domain/members';
import { Stack } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useChangeMember } from './calls.ts';

/** Dialog that moves the last day of a viewer (R-members-5). */
export function LastDayDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const change = useChangeMember();
  const form = useContractForm(MemberChanges, {
    mode: 'controlled',
    name: 'last-day',
    initialValues: { until: member.until?.slice(0, 10) ?? '' },
  });
  const submit = form.onSubmit((changes) =>
    change.mutate({ member, changes }, { onSuccess: onClose, onError: form.showRefusal }),
  );
  return (
    <FormDialog opened title={`Last day of ${fullNameOf(member)}`} onClose={onClose}>
      {(leave) => (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <FormAlert message={messageAboutNoField(change.error)} />
            <Field
              form={form}
              name="until"
              as={FormDayInput}
              label="Last day"
              hint={`At most ${VIEWER_DAYS.most} days from today`}
              required
            />
            <FormActions action="Save" busy={change.isPending} onCancel={leave} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
