import { DutyStatusUpdate, type EventDuty } from '@anupalan/contract/events/duties';
import { can } from '@anupalan/domain/permissions';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { Stack, Textarea } from '@mantine/core';
import { messageAboutNoField } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { useActor } from '../../../lib/session/actor.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../../ui/forms/form-day-input.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { useColleagues } from '../../assignments/use-colleagues.ts';
import { AttachFiles } from '../../evidence/attach-files.tsx';
import { describeFacts, type Proposal } from '../../evidence/said-words.ts';
import { type Attached, useFormFiles } from '../../evidence/uploads/use-form-files.ts';
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
  const files = useFormFiles();
  const isDone = form.getValues().status === 'done';
  const needsEvidence = isDone && (isRequired || 'noEvidenceReason' in form.errors);
  const asksReason = needsEvidence && files.uploads.list.length === 0;
  const submit = form.onSubmit((sent) => {
    const attached = files.take();
    if (attached)
      record.mutate({ ...sent, ...attached }, { onSuccess: () => leave(attached), onError: form.showRefusal });
  });

  function leave(attached: Attached) {
    files.settle(attached);
    onClose();
  }

  /** Puts what a document says into the note, of which the text stays, and its day where none was chosen. */
  function takeOver(proposal: Proposal) {
    const { note, filedOn } = form.getValues();
    form.setFieldValue('note', [note.trim(), describeFacts(proposal)].filter(Boolean).join('\n'));
    if (isDone && filedOn === '' && proposal.day) form.setFieldValue('filedOn', proposal.day);
  }

  const choices = STATUSES.filter((one) => can(actor, 'events.record-status', one));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={560}>
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
            as={FormDayInput}
            label="Done or filed on (optional)"
            hint="If it was before today. Being on time and what late costs go by this day."
          />
        )}
        <Field form={form} name="note" as={Textarea} label="Note (optional)" autosize minRows={2} />
        <AttachFiles files={files} required={needsEvidence} onUse={takeOver} />
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
