import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { rememberUsedCompany } from '../../lib/company/used-company.ts';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useCheckedForm } from '../../lib/forms/use-contract-form.ts';
import type { TabCompany } from '../../lib/session/company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useDeleteCompany } from './calls.ts';

/** Question before a company is deleted, which its typed name answers (R-companies-25). */
export default function DeleteCompanyDialog({ company, onClose }: { company: TabCompany; onClose: () => void }) {
  return (
    <FormDialog opened title={`Delete ${company.name}`} onClose={onClose}>
      {(leave) => <DeleteForm company={company} onCancel={leave} />}
    </FormDialog>
  );
}

function DeleteForm({ company: { id, name, people }, onCancel }: { company: TabCompany; onCancel: () => void }) {
  const { user } = useSession();
  const deleting = useDeleteCompany();
  const form = useCheckedForm({
    initialValues: { name: '' },
    validate: (typed) => (isSame(typed.name, name) ? {} : { name: `Please type ${name}` }),
  });
  const submit = form.onSubmit(() => {
    deleting.mutate(id, {
      onSuccess: () => {
        if (user) rememberUsedCompany(user._id, '');
        // A new document, so that nothing of the company is left.
        window.location.assign('/dashboard');
      },
    });
  });
  const busy = deleting.isPending || deleting.isSuccess;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>This can’t be undone. It deletes at once, for everybody in the company:</Text>
        <List spacing={4}>
          <List.Item>statuses, notes, reminders, payments and submissions</List.Item>
          <List.Item>registrations, establishments, answers and own obligations</List.Item>
          <List.Item>invitations, and the activity</List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {people > 1 && 'The other people of the company lose access and are told by mail. '}
          Your account stays, with Premium if you have it.
        </Text>
        <FormAlert message={messageAboutNoField(deleting.error)} />
        <Field
          form={form}
          name="name"
          as={TextInput}
          label="Name of the company"
          description={`Type ${name} to go on`}
          size="md"
          required
          data-autofocus
          autoComplete="off"
        />
        <Group gap="xs">
          <Button type="submit" color="red.9" loading={busy}>
            Delete the company
          </Button>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Nobody is made to repeat capitals, or how many spaces a name has. */
function isSame(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  return one === other;
}
