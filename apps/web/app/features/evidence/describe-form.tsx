import { readAmount } from '@anupalan/contract/fields/amount';
import { type Evidence, EvidenceChanges } from '@anupalan/contract/proof/evidence';
import { Button, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useDescribeEvidence, useSaid } from './calls.ts';
import classes from './evidence.module.css';
import { PDF } from './preview/open-file.ts';
import { describeFacts, proposalOf } from './said-words.ts';

type Props = { evidence: Evidence; onClose: () => void };

/** What a document names itself: its number, its rupees and its day, with what its text proposes (R-evidence-10). */
export function DescribeForm({ evidence, onClose }: Props) {
  const { _id: id, number, amount, documentDay, mediaType } = evidence;
  const describe = useDescribeEvidence(id);
  const { data } = useSaid(id, { enabled: mediaType === PDF });
  const form = useContractForm(EvidenceChanges, {
    mode: 'controlled',
    name: `describe-${id}`,
    initialValues: {
      number: number ?? '',
      amount: amount === null ? '' : String(amount),
      documentDay: documentDay?.slice(0, 10) ?? '',
    },
    toPayload: ({ amount: typed, ...values }) => ({
      ...values,
      amount: typed.trim() === '' ? null : readAmount(typed),
    }),
  });
  const proposal = data && proposalOf(data);
  const submit = form.onSubmit((changes) =>
    describe.mutate(changes, { onSuccess: onClose, onError: form.showRefusal }),
  );
  return (
    <form onSubmit={submit} noValidate className={classes.more}>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(describe.error)} />
        {proposal && (
          <Text size="sm" className={classes.said}>
            <span>Read in it: {describeFacts(proposal)}</span>
            <Button
              variant="light"
              size="compact-xs"
              onClick={() =>
                form.setValues({
                  ...(proposal.number && { number: proposal.number }),
                  ...(proposal.amount !== null && { amount: String(proposal.amount) }),
                  ...(proposal.day && { documentDay: proposal.day }),
                })
              }
            >
              Use
            </Button>
          </Text>
        )}
        <Columns wide={3} from="xs" spacing="sm">
          <Field form={form} name="number" label="Number" placeholder="Challan, TRRN, ARN" autoFocus />
          <Field form={form} name="amount" label="Amount" leftSection="₹" inputMode="decimal" />
          <Field form={form} name="documentDay" as={FormDayInput} label="Day of the document" />
        </Columns>
      </Stack>
      <FormActions action="Save" busy={describe.isPending} onCancel={onClose} />
    </form>
  );
}
