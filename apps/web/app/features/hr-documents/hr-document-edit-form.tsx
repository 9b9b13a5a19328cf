import { type HrDocument, HrDocumentChanges } from '@anupalan/contract/hr-documents';
import { Button, Group, Stack } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useUpdateHrDocument } from './calls.ts';
import { HrDocumentFields } from './hr-document-fields.tsx';

type Props = { document: HrDocument; onDone: () => void; onCancel: () => void };

/** Form for title and description; the file stays (R-hr-documents-4). */
export function HrDocumentEditForm({ document, onDone, onCancel }: Props) {
  const { mutate, error, isPending } = useUpdateHrDocument();
  const form = useContractForm(HrDocumentChanges, {
    name: 'hr-document',
    initialValues: { title: document.title, description: document.description },
  });

  const submit = form.onSubmit((changes) =>
    mutate({ id: document._id, changes }, { onSuccess: onDone, onError: form.showRefusal }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(error)} />
        <HrDocumentFields form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save Changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
