import { type HrDocument, HrDocumentChanges } from '@anupalan/contract/hr-documents';
import { Button, Group, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { HrDocumentFields } from './hr-document-fields.tsx';
import { useUpdateHrDocument } from './update-hr-document.ts';

type Typed = { title: string; description: string };

type Props = { document: HrDocument; onDone: () => void; onCancel: () => void };

/** Edits what is said of a document; its file stays. */
export function HrDocumentEditForm({ document, onDone, onCancel }: Props) {
  const { mutate, error, isPending } = useUpdateHrDocument();
  const form = useForm<Typed, HrDocumentChanges>({
    mode: 'uncontrolled',
    name: 'hr-document',
    initialValues: { title: document.title, description: document.description },
    validate: schemaResolver(HrDocumentChanges, { sync: true }),
    transformValues: (typed) => HrDocumentChanges.parse(typed),
  });
  const unexplained = error instanceof ApiError && Object.keys(error.faults).length === 0;

  const submit = form.onSubmit(
    (changes) =>
      mutate({ id: document._id, changes }, { onSuccess: onDone, onError: (refusal) => showFaults(form, refusal) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={unexplained ? error.message : undefined} />
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
