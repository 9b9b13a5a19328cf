import { AwayChange } from '@anupalan/contract/people/assignments';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { Button, Group, Text } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useSession } from '../../lib/session/session.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangeAway } from './calls.ts';
import { ColleaguesProvider } from './colleagues-provider.tsx';
import { useColleagues } from './use-colleagues.ts';

/** Days somebody is away, for who has colleagues (R-checks-15). */
export default function AwayPanel() {
  return (
    <ColleaguesProvider>
      <OwnAway />
    </ColleaguesProvider>
  );
}

function OwnAway() {
  const { user } = useSession();
  const own = useColleagues()?.find(user?._id ?? null);
  const change = useChangeAway();
  const form = useContractForm(AwayChange, {
    mode: 'controlled',
    name: 'away',
    initialValues: { from: '', to: '' },
  });
  if (!own) return null;
  const submit = form.onSubmit((days) =>
    change.mutate(days, { onSuccess: () => form.reset(), onError: form.showRefusal }),
  );
  const { away } = own;
  return (
    <Panel title="Away" text="Your deputies have your work under My work, and managers may check for you.">
      {away ? (
        <Group justify="space-between" gap="sm">
          <Text>
            From {formatIsoDay(away.from)} to {formatIsoDay(away.to)}
          </Text>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ from: null, to: null })}>
            I am back
          </Button>
        </Group>
      ) : (
        <form onSubmit={submit} noValidate>
          <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
            <Field form={form} as={FormDayInput} name="from" label="From" />
            <Field form={form} as={FormDayInput} name="to" label="To" />
          </Group>
          <Button type="submit" variant="light" mt="sm" loading={change.isPending}>
            Save
          </Button>
        </form>
      )}
    </Panel>
  );
}
