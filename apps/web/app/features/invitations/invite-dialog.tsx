import { Button, Group, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import type { TabCompany } from '../../lib/session/company.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useCreateInvitation } from './calls.ts';
import { useInvitationForm } from './invitation-form-state.ts';
import { RoleChoice } from './role-choice.tsx';
import { ViewerFields } from './viewer-fields.tsx';

/** Dialog that invites somebody into the company (R-members-30). */
export default function InviteDialog({ company, onClose }: { company: TabCompany; onClose: () => void }) {
  const sending = useCreateInvitation();
  const form = useInvitationForm();
  const submit = form.onSubmit((invitation) =>
    sending.mutate(invitation, { onSuccess: onClose, onError: form.showRefusal }),
  );
  return (
    <FormDialog opened title={`Invite somebody to ${company.name}`} onClose={onClose}>
      {(leave) => (
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <FormAlert message={messageAboutNoField(sending.error)} />
            <Field
              form={form}
              name="email"
              label="Email"
              type="email"
              size="md"
              required
              data-autofocus
              autoComplete="off"
              placeholder="colleague@company.in"
            />
            <RoleChoice form={form} />
            {form.values.role === 'viewer' && <ViewerFields form={form} />}
            <Text size="sm" c="dimmed">
              We mail a link that works once, for 7 days. Nothing changes until they accept.
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={leave} disabled={sending.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={sending.isPending}>
                Send invitation
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
