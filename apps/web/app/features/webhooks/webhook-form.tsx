import { NewWebhook, type Webhook, type WebhookWithSecret } from '@anupalan/contract/telling/webhooks';
import { Checkbox, Input, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useAddWebhook, useChangeWebhook } from './calls.ts';
import { EVENT_GROUPS } from './event-words.ts';

type Props = {
  /** Null adds one. */
  webhook: Webhook | null;
  onAdded: (made: WebhookWithSecret) => void;
  onChanged: () => void;
  onCancel: () => void;
};

/** Form of a webhook: its address, and what it is told of (R-webhooks-1). */
export function WebhookForm({ webhook, onAdded, onChanged, onCancel }: Props) {
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const saving = webhook ? change : add;
  const form = useContractForm(NewWebhook, {
    name: 'webhook',
    mode: 'controlled',
    initialValues: { address: webhook?.address ?? '', events: [...(webhook?.events ?? [])] as string[] },
  });
  const submit = form.onSubmit((sent) => {
    if (webhook) change.mutate({ id: webhook._id, changes: sent }, { onSuccess: onChanged, onError: form.showRefusal });
    else add.mutate(sent, { onSuccess: onAdded, onError: form.showRefusal });
  });
  const { value, onChange, error } = form.getInputProps('events');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormAlert message={messageAboutNoField(saving.error)} />
        <Field
          form={form}
          name="address"
          label="Address"
          hint="Where your program listens: https, on the internet"
          placeholder="https://"
          type="url"
          inputMode="url"
          autoComplete="off"
          required
        />
        <Checkbox.Group label="Call it when" required value={value} onChange={onChange}>
          <Stack gap="md" mt="xs">
            {EVENT_GROUPS.map(({ title, events }) => (
              <div key={title}>
                <Text size="xs" c="dimmed" mb={6}>
                  {title}
                </Text>
                <Columns spacing="xs" verticalSpacing={8}>
                  {events.map(([event, words]) => (
                    <Checkbox key={event} value={event} label={words} size="sm" />
                  ))}
                </Columns>
              </div>
            ))}
          </Stack>
          {error && <Input.Error mt="xs">{error}</Input.Error>}
        </Checkbox.Group>
        <EditButtons saving={saving.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
