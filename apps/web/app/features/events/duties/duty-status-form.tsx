import { DutyStatusUpdate, type EventDuty } from '@anupalan/contract/events/duties';
import { indianDayOf } from '@anupalan/domain/events/deadline';
import { can } from '@anupalan/domain/permissions';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { Select, Stack, Textarea } from '@mantine/core';
import { messageAboutNoField } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { useActor } from '../../../lib/session/actor.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { useColleagues } from '../../assignments/colleagues-provider.tsx';
import { useRecordDuty } from '../calls.ts';

type Props = { eventId: string; duty: EventDuty; status: Status; onClose: () => void };

/** Form that records a status of a duty; what the plan doesn't have can't be chosen. */
export function DutyStatusForm({ eventId, duty, status, onClose }: Props) {
  const actor = useActor();
  const record = useRecordDuty({ id: eventId, dutyId: duty._id });
  const colleagues = useColleagues();
  const form = useContractForm(DutyStatusUpdate, {
    name: `duty-${duty._id}`,
    mode: 'controlled',
    initialValues: {
      status: (status === 'done' ? status : 'done') as Status,
      note: '',
      filedOn: '',
      noEvidenceReason: '',
    },
    toPayload: ({ noEvidenceReason, filedOn, ...typed }) => ({
      ...typed,
      ...(typed.status === 'done' && { noEvidenceReason, filedOn }),
    }),
  });
  const isRequired = colleagues?.requiresEvidence({ _id: duty._id, actId: duty.actId ?? '' }) ?? false;
  const isDone = form.getValues().status === 'done';
  const asksReason = isDone && (isRequired || 'noEvidenceReason' in form.errors);
  const submit = form.onSubmit((sent) => record.mutate(sent, { onSuccess: onClose, onError: form.showRefusal }));
  const choices = STATUSES.filter((one) => can(actor, 'events.record-status', one));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(record.error)} />
        <Field
          form={form}
          name="status"
          as={Select<Status>}
          label="Status"
          data={choices.map((value) => ({ value, label: STATUS_LABELS[value] }))}
          allowDeselect={false}
        />
        {isDone && (
          <Field
            form={form}
            name="filedOn"
            type="date"
            max={indianDayOf(Temporal.Now.instant()).toString()}
            label="Done or filed on (optional)"
            hint="If that was before today: it counts as done on that day."
          />
        )}
        <Field form={form} name="note" as={Textarea} label="Note (optional)" autosize minRows={2} />
        {asksReason && (
          <Field
            form={form}
            name="noEvidenceReason"
            as={Textarea}
            label="Why is there no evidence?"
            autosize
            minRows={2}
            required
          />
        )}
      </Stack>
      <FormActions action="Record" busy={record.isPending} onCancel={onClose} />
    </form>
  );
}
