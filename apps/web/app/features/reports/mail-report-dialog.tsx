import { MailedReport, MOST_ADDRESSES, type StatusReport } from '@anupalan/contract/people/reports';
import { nameMonth } from '@anupalan/domain/reports/report-words';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useMailReport } from './calls.ts';

type Props = { report: StatusReport; onClose: () => void };

/** Dialog that mails a report (R-reports-7). */
export default function MailReportDialog({ report, onClose }: Props) {
  const { month, companyName, companyEmail, preparedBy } = report;
  const sending = useMailReport();
  const form = useContractForm(MailedReport, {
    initialValues: { to: companyEmail, message: '' },
    toPayload: ({ to, message }) => ({ month, to: splitAddresses(to), message }),
  });
  const submit = form.onSubmit((mail) => sending.mutate(mail, { onSuccess: onClose, onError: form.showRefusal }));
  return (
    <FormDialog opened title={`Mail the report of ${nameMonth(month)}`} onClose={onClose}>
      {(leave) => (
        <form onSubmit={submit} noValidate>
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
              The mail is the report of {companyName} itself. Answers come to {preparedBy.email}.
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={leave} disabled={sending.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={sending.isPending}>
                Send report
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
