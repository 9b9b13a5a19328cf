import { NewApiToken } from '@anupalan/contract/people/api-tokens';
import { beginningOf, formatDay } from '@anupalan/domain/calendar-day';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { type Scope, scopesFor } from '@anupalan/domain/permissions/scopes';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCreateApiToken } from './calls.ts';
import { NewToken } from './new-token.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { readingOf, recordingOf } from './scope-words.ts';

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
];

type Choice = 'read' | 'record' | 'each';

/** Form of a new API token, and then its text, which is shown this once (R-tokens-2). */
export function CreateToken({ actor, onClose }: { actor: Actor; onClose: () => void }) {
  const creating = useCreateApiToken();
  const today = useToday();
  const offered = scopesFor(actor);
  const reading = readingOf(offered);
  const form = useContractForm(NewApiToken, {
    mode: 'controlled',
    initialValues: { name: '', choice: 'read' as Choice, each: reading, days: '90' },
    toPayload: ({ name, choice, each, days }) => ({
      name,
      scopes: choice === 'read' ? reading : choice === 'record' ? recordingOf(offered) : each,
      expiresAt: endOf(today.add({ days: Number(days) })).toString(),
    }),
  });
  const submit = form.onSubmit((token) => creating.mutate(token, { onError: form.showRefusal }));
  const { choice, days, each } = form.values;
  if (creating.data) return <NewToken made={creating.data} onClose={onClose} />;
  return (
    <FormDialog opened title="Create API token" onClose={onClose}>
      {(leave) => (
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <FormAlert message={messageAboutNoField(creating.error)} />
            <Field
              form={form}
              name="name"
              label="Name"
              hint="What will use it, such as “Payroll” or “Claude”."
              size="md"
              required
              data-autofocus
              autoComplete="off"
            />
            <Radio.Group label="It may" {...form.getInputProps('choice')}>
              <Stack gap="xs" mt="xs">
                <Radio
                  value="read"
                  label="Only read"
                  description="Obligations, events, figures, what the law asks for."
                />
                <Radio
                  value="record"
                  label="Read, and record what was done"
                  description="Statuses, payments, submissions, reminders, events. What you record waits for a check where one is asked for."
                />
                <Radio value="each" label="What I choose" />
              </Stack>
            </Radio.Group>
            {choice === 'each' && (
              <ScopeChoice
                offered={offered}
                chosen={each}
                onChange={(scopes: Scope[]) => form.setFieldValue('each', scopes)}
                error={form.errors.scopes}
              />
            )}
            <Field
              form={form}
              name="days"
              as={Select}
              label="Ends after"
              hint={`On ${formatDay(today.add({ days: Number(days) }))}. You get a mail a week and a day before.`}
              data={LIVES}
              allowDeselect={false}
              size="md"
              error={form.errors.expiresAt}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={leave} disabled={creating.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={creating.isPending}>
                Create token
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

/** Last second of a day in India. */
function endOf(lastDay: Temporal.PlainDate): Temporal.Instant {
  return beginningOf(lastDay.add({ days: 1 })).subtract({ seconds: 1 });
}
