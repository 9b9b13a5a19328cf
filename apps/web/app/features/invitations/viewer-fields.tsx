import { VIEWER_DAYS } from '@anupalan/domain/members';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useActs } from '../acts/calls.ts';
import type { InvitationForm } from './invitation-form-state.ts';
import classes from './viewer-fields.module.css';

/** Last day, acts and period of a viewer; all is a choice (R-members-12). */
export function ViewerFields({ form }: { form: InvitationForm }) {
  const acts = useActs();
  return (
    <Stack gap="md">
      <Field
        form={form}
        name="until"
        as={FormDayInput}
        label="Last day"
        hint={`They read until the end of this day, at most ${VIEWER_DAYS.most} days from today`}
        required
      />
      <Radio.Group {...form.getInputProps('which')} label="They see">
        <Stack gap="xs" mt={6}>
          <Radio value="all" label="All acts" />
          <Radio value="chosen" label="Only the acts that I choose" />
        </Stack>
      </Radio.Group>
      {form.values.which === 'chosen' && (
        <Checkbox.Group {...form.getInputProps('acts')} label="Acts">
          <div className={classes.acts}>
            {acts.data?.map(({ _id, name }) => (
              <Checkbox key={_id} value={_id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Columns>
        <Field form={form} name="from" as={FormDayInput} label="From" hint="Empty: from the beginning" />
        <Field form={form} name="to" as={FormDayInput} label="To" hint="Empty: without an end" />
      </Columns>
    </Stack>
  );
}
