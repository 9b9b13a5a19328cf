import { FiledByMail, type FilingPreview } from '@anupalan/contract/connections/filing-links';
import { Button, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useFileByMail } from './calls.ts';

type Props = { token: string; preview: FilingPreview; onFiled: (outcome: 'recorded' | 'waiting') => void };

/** Form of a mailed link: the day of filing and the number, with the reason where evidence is required. */
export function FiledForm({ token, preview, onFiled }: Props) {
  const today = useToday().toString();
  const filing = useFileByMail();
  const form = useContractForm(FiledByMail, {
    mode: 'controlled',
    name: 'filed',
    initialValues: { token, filedOn: today, number: '', noEvidenceReason: '' },
  });
  const submit = form.onSubmit((said) => filing.mutate(said, { onSuccess: onFiled, onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(filing.error)} />
        {/* The browser's own: a page that opens from a mail is light. */}
        <Field form={form} name="filedOn" type="date" max={today} label="Filed on" size="md" />
        <Field
          form={form}
          name="number"
          label="Acknowledgement or challan number"
          hint="If you have it at hand"
          size="md"
          autoComplete="off"
        />
        {preview.evidenceRequired && (
          <Field
            form={form}
            name="noEvidenceReason"
            label="Why is there no evidence?"
            hint="Your company asks for a file. Sign in to add one, or say why there is none."
            size="md"
            required
          />
        )}
        {preview.isChecked && (
          <Text size="sm" c="dimmed">
            A colleague checks it before it counts.
          </Text>
        )}
        <Button type="submit" size="md" fullWidth loading={filing.isPending}>
          Yes, record it as done
        </Button>
      </Stack>
    </form>
  );
}
