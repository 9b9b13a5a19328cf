import { NewExclusion } from '@anupalan/contract/applicability/items';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { Stack, Text, Textarea } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useActor } from '../../lib/session/actor.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useExcludeItem } from './calls.ts';

type Props = { item: ComplianceItem; onExcluded: () => void };

/** Button and form that say that an item does not apply to the company, for its managers (R-applicability-8). */
export function ExcludeSection({ item, onExcluded }: Props) {
  const actor = useActor();
  // Administrators see all items of the catalogue, whatever their company says.
  if (!can(actor, 'applicability.exclude') || can(actor, 'compliance-items.list-unfiltered')) return null;
  return (
    <AddPanel action="Does not apply to us" icon={<IconBan size={14} aria-hidden />}>
      {(panel) => <ExcludeForm item={item} onExcluded={onExcluded} {...panel} />}
    </AddPanel>
  );
}

function ExcludeForm({ item, onExcluded, action, onClose }: Props & { action: string; onClose: () => void }) {
  const excluding = useExcludeItem(item._id, onExcluded);
  const form = useContractForm(NewExclusion, {
    mode: 'controlled',
    name: 'exclusion',
    initialValues: { reason: '', until: '' },
  });
  useCounted(UnsentForms, form.isDirty() && !excluding.isSuccess);
  const submit = form.onSubmit((exclusion) => excluding.mutate(exclusion, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(excluding.error)} />
        <Text size="sm" c="dimmed">
          It leaves your table, reminders and figures. What you recorded is kept, and you can take this back on the page
          What applies to us.
        </Text>
        <Field
          form={form}
          name="reason"
          as={Textarea}
          label="Reason"
          placeholder="Why it does not apply, for whoever asks later"
          rows={2}
          required
          data-autofocus
        />
        <Field form={form} name="until" as={FormDayInput} label="Last day, if it ends" />
      </Stack>
      <FormActions action={action} busy={excluding.isPending} onCancel={onClose} />
    </form>
  );
}
