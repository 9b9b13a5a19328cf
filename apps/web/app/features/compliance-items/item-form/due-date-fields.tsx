import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { FREQUENCIES, type Frequency } from '@anupalan/domain/recurrence';
import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Columns } from '../../../ui/columns.tsx';
import { DayInput } from '../../../ui/forms/day-input.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { FREQUENCY_LABELS } from '../describe-due.ts';
import { changeFrequency, type DueDraft, describeNextDue, listShortcuts, NOT_APPLICABLE } from './due-draft.ts';
import { type ItemFormState, markField } from './item-form-state.ts';

const FREQUENCY_CHOICES = FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }));

/** Due date, frequency and reminder days of an item (R-catalogue-20, R-catalogue-21). */
export function DueDateFields({ form, today }: { form: ItemFormState; today: Temporal.PlainDate }) {
  const [due, setDue] = useState(() => form.getValues().dueDate);
  /** Due date from before the frequency became `never`. */
  const before = useRef<DueDraft | null>(null);
  const isNever = due.frequency === 'never';

  function change(changes: Partial<DueDraft>) {
    const after = { ...due, ...changes };
    setDue(after);
    form.setFieldValue('dueDate', after);
    for (const part of Object.keys(changes)) form.clearFieldError(`dueDate.${part}`);
  }

  function chooseFrequency(frequency: Frequency) {
    const changed = changeFrequency(due, frequency, { before: before.current, today });
    if (!isNever) before.current = due;
    change(changed);
  }

  const marked = (part: keyof DueDraft) => markField(`dueDate.${part}`);
  const faultOf = (part: keyof DueDraft) => form.errors[`dueDate.${part}`];

  return (
    <FormSection title="Due date">
      <Columns wide={3}>
        <div {...marked('date')}>
          {isNever ? (
            <TextInput label="Due Date" value={NOT_APPLICABLE} disabled />
          ) : (
            <DayInput
              label="Due Date"
              required
              value={parseCalendarDay(due.date)}
              error={faultOf('date')}
              onChange={(day, text) => change({ date: day?.toString() ?? text })}
            />
          )}
        </div>
        <Select
          {...marked('frequency')}
          label="Frequency"
          data={FREQUENCY_CHOICES}
          value={due.frequency}
          onChange={(frequency) => frequency && chooseFrequency(frequency)}
          error={faultOf('frequency')}
          allowDeselect={false}
          maxDropdownHeight={340}
        />
        <TextInput label="Next due date" value={describeNextDue(due)} readOnly variant="filled" />
      </Columns>
      {!isNever && (
        <Group gap="xs">
          {listShortcuts(today).map(({ label, day }) => (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              disabled={!day}
              onClick={() => day && change({ date: day.toString() })}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
      <TextInput
        {...marked('description')}
        label="Due date description"
        placeholder="15th of the following month"
        value={due.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={faultOf('description')}
        disabled={isNever}
      />
      <TextInput
        {...marked('exceptions')}
        label="Moved due days"
        description="Due days that fall on another day every year, separated by commas"
        placeholder="07/04 → 30/04"
        value={due.exceptions}
        onChange={(event) => change({ exceptions: event.currentTarget.value })}
        error={faultOf('exceptions')}
        disabled={isNever}
      />
      <TextInput
        {...marked('reminderDays')}
        label="Reminder days"
        description="Days before the due date, separated by commas"
        value={due.reminderDays}
        onChange={(event) => change({ reminderDays: event.currentTarget.value })}
        error={faultOf('reminderDays')}
      />
    </FormSection>
  );
}
