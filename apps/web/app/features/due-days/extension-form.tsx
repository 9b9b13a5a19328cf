import { type ExtensionReach, NewExtension } from '@anupalan/contract/due-days/extensions';
import { formatDay, formatIsoDay } from '@anupalan/domain/calendar-day';
import { occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { STATES } from '@anupalan/domain/states';
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { nothingFound } from '../../lib/nothing-found.ts';
import { useToday } from '../../lib/time/clock.ts';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { seriesOf } from '../compliance-items/series.ts';
import { usePreviewExtension, usePublishExtension } from './calls.ts';

type Typed = {
  itemId: string | null;
  forDate: string | null;
  day: string;
  states: string[];
  condition: string;
  authority: string;
  link: string;
};

const EMPTY: Typed = { itemId: null, forDate: null, day: '', states: [], condition: '', authority: '', link: '' };

type Props = { onDone: () => void; onCancel: () => void };

/** Form of an extension: whom it reaches is said first, and then it is published (R-due-dates-28). */
export function ExtensionForm({ onDone, onCancel }: Props) {
  const query = useComplianceItems();
  const items = query.data ?? [];
  const today = useToday();
  const preview = usePreviewExtension();
  const publishing = usePublishExtension();
  const [reach, setReach] = useState<ExtensionReach | null>(null);
  const form = useContractForm(NewExtension, { name: 'extension', mode: 'controlled', initialValues: EMPTY });
  const { itemId, day, condition } = form.getValues();
  const item = items.find(({ _id }) => _id === itemId);

  const submit = form.onSubmit((extension) => {
    if (reach) publishing.mutate(extension, { onSuccess: onDone, onError: form.showRefusal });
    else preview.mutate(extension, { onSuccess: ({ data }) => setReach(data), onError: form.showRefusal });
  });
  /** What was said of the reach holds for what was typed then. */
  const choose = (field: keyof Typed) => (value: string | string[] | null) => {
    setReach(null);
    form.setFieldValue(field, value as never);
  };

  return (
    <form onSubmit={submit} onInput={() => setReach(null)} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(publishing.error ?? preview.error)} />
        <Field
          form={form}
          name="itemId"
          as={Select<string>}
          label="Obligation"
          required
          searchable
          openOnFocus={false}
          placeholder="Choose or type"
          nothingFoundMessage={nothingFound(query, 'obligations', 'No such obligation')}
          data={items.flatMap(({ _id, own, title, state }) =>
            own ? [] : [{ value: _id, label: state === '-' || title.includes(state) ? title : `${title} (${state})` }],
          )}
          onChange={choose('itemId')}
        />
        <Columns>
          <Field
            form={form}
            name="forDate"
            as={Select<string>}
            label="Occurrence"
            required
            data={item ? listOccurrences(item, today) : []}
            placeholder={item ? 'Choose' : 'Choose an obligation first'}
            onChange={choose('forDate')}
          />
          <Field form={form} name="day" as={FormDayInput} label="New day" required onChange={choose('day')} />
        </Columns>
        <Checkbox.Group
          label="States"
          description="None chosen: all of them"
          value={form.getValues().states}
          onChange={choose('states')}
        >
          <Columns wide={3} narrow={2} spacing={6} verticalSpacing={10} mt={6}>
            {STATES.map((state) => (
              <Checkbox key={state} size="xs" value={state} label={state} />
            ))}
          </Columns>
        </Checkbox.Group>
        <Field
          form={form}
          name="condition"
          as={Textarea}
          label="Condition"
          hint="In words, if there is one. It then holds for a company once a manager says that they meet it."
          rows={2}
        />
        <Columns>
          <Field form={form} name="authority" label="Who said it" placeholder="EPFO circular of 5 December" required />
          <Field form={form} name="link" label="Link" placeholder="https://" required />
        </Columns>
        {reach && <Reach reach={reach} day={day} conditional={condition.trim() !== ''} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} disabled={publishing.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={publishing.isPending || preview.isPending}>
            {reach ? 'Publish' : 'Whom does it reach?'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ReachProps = { reach: ExtensionReach; day: string; conditional: boolean };

function Reach({ reach: { companies, names, legal }, day, conditional }: ReachProps) {
  const more = companies - names.length;
  return (
    <div role="status">
      <Text size="sm">
        It {conditional ? 'may move' : 'moves'} {formatIsoDay(legal)} to {formatIsoDay(day)} for{' '}
        <b>{countCompanies(companies)}</b>
        {conditional && ', once a manager says that they meet it'}.
      </Text>
      {names.length > 0 && (
        <Text size="sm" c="dimmed">
          {names.join(', ')}
          {more > 0 && ` and ${more.toLocaleString('en-IN')} more`}
        </Text>
      )}
    </div>
  );
}

function countCompanies(companies: number): string {
  if (companies === 0) return 'no company yet';
  return companies === 1 ? '1 company' : `${companies.toLocaleString('en-IN')} companies`;
}

/** Occurrences of a year around today, by the day on which they fall due now. */
function listOccurrences(item: Parameters<typeof seriesOf>[0], today: Temporal.PlainDate) {
  const { first, ...schedule } = seriesOf(item, today).schedule;
  if (first === null) return [];
  const days = occurrencesByLegalDay({ first, ...schedule }, today.subtract({ months: 3 }), today.add({ months: 12 }));
  return days.slice(0, MOST_SHOWN).map(({ iso, day, legal }) => ({
    value: iso,
    label: legal.equals(day) ? formatDay(day) : `${formatDay(legal)}, of ${formatDay(day)}`,
  }));
}

const MOST_SHOWN = 100;
