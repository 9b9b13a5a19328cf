import { MOST_ADDRESSES } from '@anupalan/contract/people/reports';
import { MailedOverview } from '@anupalan/contract/proof/overview';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';

type Props = {
  title: string;
  /** What the mail is, and where answers come to. */
  about: string;
  submit: string;
  companyEmail: string;
  sending: Sending;
  onClose: () => void;
};

/** The call that mails. */
interface Sending {
  readonly error: Error | null;
  readonly isPending: boolean;
  mutate(mail: MailedOverview, callbacks: { onSuccess: () => void; onError: (error: Error) => void }): void;
}

/** Dialog that mails a report or an overview (R-reports-7, R-overview-8). */
export default function MailSheetDialog({ title, about, submit, companyEmail, sending, onClose }: Props) {
  const form = useContractForm(MailedOverview, {
    initialValues: { to: companyEmail, message: '' },
    toPayload: ({ to, message }) => ({ to: splitAddresses(to), message }),
  });
  const send = form.onSubmit((mail) => sending.mutate(mail, { onSuccess: onClose, onError: form.showRefusal }));
  return (
    <FormDialog opened title={title} onClose={onClose}>
      {(leave) => (
        <form onSubmit={send} noValidate>
          <Stack gap="lg">
            <FormAlert message={messageAboutNoField(sending.error)} />
            <Field
              form={form}
              name="to"
              label="To"
              inputMode="email"
              size="md"
              required
              data-autofocus
              autoComplete="off"
              placeholder="accounts@company.in"
              hint={`Up to ${MOST_ADDRESSES} addresses, with commas between them. Each gets a mail of its own.`}
            />
            <Field form={form} name="message" as={Textarea} label="Message" autosize minRows={3} maxRows={10} />
            <Text size="sm" c="dimmed">
              {about}
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={leave} disabled={sending.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={sending.isPending}>
                {submit}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function splitAddresses(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter(Boolean);
}
