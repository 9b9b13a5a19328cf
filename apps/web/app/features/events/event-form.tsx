import { type CompanyEvent, NewEvent } from '@anupalan/contract/events/events';
import type { EventKind } from '@anupalan/contract/events/kinds';
import { THRESHOLD } from '@anupalan/domain/events/event-kind';
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useOwnCompany } from '../companies/calls.ts';
import { useCreateEvent, useEstablishments } from './calls.ts';
import { toMoment } from './describe-event.ts';
import { listPlaces, type Place } from './list-places.ts';
import { NamedPeople } from './named-people.tsx';

type Props = {
  kind: EventKind;
  onDone: (event: CompanyEvent) => void;
  onBack: () => void;
  onCancel: () => void;
};

/** Form of an event; its places are asked for first. */
export function EventForm(props: Props) {
  const company = useOwnCompany();
  const establishments = useEstablishments();
  const failed = company.isError || establishments.isError;
  if (!establishments.data || company.isPending || failed) {
    const retry = () => Promise.all([company.refetch(), establishments.refetch()]);
    return <LoadingPanel what="places" failed={failed} onRetry={retry} />;
  }
  return <FormAtPlaces {...props} places={listPlaces(establishments.data, company.data ?? null)} />;
}

function FormAtPlaces({ kind, places, onDone, onBack, onCancel }: Props & { places: readonly Place[] }) {
  const create = useCreateEvent();
  const { asks } = kind;
  const form = useContractForm(NewEvent, {
    name: 'event',
    mode: 'controlled',
    initialValues: {
      state: places.length === 1 ? (places[0]?.value ?? null) : null,
      happenedAt: '',
      time: '',
      label: '',
      number: '' as number | string,
      named: [] as string[],
    },
    toPayload: ({ state: chosen, time, number, named, ...typed }) => {
      const place = places.find(({ value }) => value === chosen);
      return {
        ...typed,
        kind: kind.key,
        state: place?.state,
        establishmentId: place?.establishmentId ?? null,
        happenedAt: toMoment(typed.happenedAt, time),
        number: number === '' ? null : number,
        ...(kind.visibility === 'named' && { named }),
      };
    },
  });
  const submit = form.onSubmit((sent) =>
    create.mutate(sent, { onSuccess: ({ data }) => onDone(data), onError: form.showRefusal }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {kind.description}
        </Text>
        <FormAlert message={messageAboutNoField(create.error)} />
        <Columns wide={asks.time ? 2 : 1}>
          <Field
            form={form}
            name="happenedAt"
            as={FormDayInput}
            label={asks.time ? 'Day' : asks.date}
            hint={asks.time ? asks.date : undefined}
            required
            data-autofocus
          />
          {asks.time && (
            <Field
              form={form}
              name="time"
              type="time"
              label="Time"
              hint="Indian time: deadlines run in hours"
              required
            />
          )}
        </Columns>
        <Field
          form={form}
          name="state"
          as={Select<string>}
          label="Place"
          data={places.map(({ value, label }) => ({ value, label }))}
          searchable
          allowDeselect={false}
          openOnFocus={false}
          nothingFoundMessage="No such place"
          placeholder="Choose where"
          required
        />
        <Field
          form={form}
          name="label"
          label="Label"
          hint={`${asks.label}. ${WHY_NO_NAMES[kind.visibility]}`}
          autoComplete="off"
          required
        />
        {asks.number && (
          <Field
            form={form}
            name="number"
            as={NumberInput}
            label={kind.key === THRESHOLD ? 'Employees now' : 'Number of workers'}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            thousandsGroupStyle="lakh"
            required={kind.key === THRESHOLD}
          />
        )}
        {kind.visibility === 'named' && (
          <NamedPeople value={form.getValues().named} onChange={(named) => form.setFieldValue('named', named)} />
        )}
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" color="gray" onClick={onBack} disabled={create.isPending}>
            Something else
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onCancel} disabled={create.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Record
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

const WHY_NO_NAMES: Readonly<Record<EventKind['visibility'], string>> = {
  company: 'Colleagues see it, so that a number or initials you know are enough.',
  named: 'Those who see it know the case by this.',
};
