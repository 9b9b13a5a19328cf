import { type CompanyEvent, EventChanges } from '@anupalan/contract/events/events';
import { NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useChangeEvent } from './calls.ts';
import { toMoment, toTyped } from './describe-event.ts';

type Props = { event: CompanyEvent; onDone: () => void; onCancel: () => void };

/** Form that changes an event or names its later days; a toast says what is due at another time then. */
export function ChangeEventForm({ event, onDone, onCancel }: Props) {
  const change = useChangeEvent(event._id);
  const [start] = useState(() => typedOf(event));
  const { asks } = event;
  const form = useContractForm(EventChanges, {
    name: 'change-event',
    mode: 'controlled',
    initialValues: start,
    toPayload: (typed) => changesOf(event, start, typed),
  });
  const submit = form.onSubmit((sent) => change.mutate(sent, { onSuccess: onDone, onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(change.error)} />
        <Columns wide={asks.time ? 2 : 1}>
          <Field form={form} name="happenedAt" as={FormDayInput} label={asks.date} required />
          {asks.time && <Field form={form} name="time" type="time" label="Time" hint="Indian time" required />}
        </Columns>
        <Field form={form} name="label" label="Label" hint={asks.label} autoComplete="off" required />
        {asks.number && (
          <Field form={form} name="number" as={NumberInput} label="Number" min={0} allowDecimal={false} />
        )}
        {asks.laterDays.length > 0 && (
          <Text size="sm" c="dimmed">
            Days that become known later. Duties count from them once they are here.
          </Text>
        )}
        {asks.laterDays.map(({ key, name, time }) => (
          <Columns key={key} wide={time ? 2 : 1}>
            <Field form={form} name={`laterDays.${key}`} as={FormDayInput} label={name} />
            {time && <Field form={form} name={`times.${key}`} type="time" label="Time" hint="Indian time" />}
          </Columns>
        ))}
        <EditButtons saving={change.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

type Typed = ReturnType<typeof typedOf>;

function typedOf({ happenedAt, asks, label, number, laterDays }: CompanyEvent) {
  const { day, time } = toTyped(happenedAt, asks.time);
  const later = asks.laterDays.map(({ key, time: hasTime }) => {
    const iso = laterDays[key];
    return [key, iso ? toTyped(iso, hasTime) : { day: '', time: '' }] as const;
  });
  return {
    ...{ happenedAt: day, time, label },
    number: (number ?? '') as number | string,
    laterDays: Object.fromEntries(later.map(([key, typed]) => [key, typed.day])),
    times: Object.fromEntries(later.map(([key, typed]) => [key, typed.time])),
  };
}

/** What differs from what the form began with. */
function changesOf({ asks }: CompanyEvent, before: Typed, after: Typed): unknown {
  const moment = ({ happenedAt, time }: Typed) => toMoment(happenedAt, time);
  const later = ({ laterDays, times }: Typed, key: string) => toMoment(laterDays[key] ?? '', times[key] ?? '');
  const changed = asks.laterDays.filter(({ key }) => later(before, key) !== later(after, key));
  return {
    ...(moment(before) !== moment(after) && { happenedAt: moment(after) }),
    ...(before.label !== after.label && { label: after.label }),
    ...(before.number !== after.number && { number: after.number === '' ? null : after.number }),
    ...(changed.length > 0 && {
      laterDays: Object.fromEntries(changed.map(({ key }) => [key, after.laterDays[key] ? later(after, key) : null])),
    }),
  };
}
