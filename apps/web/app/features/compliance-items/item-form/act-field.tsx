import { ALL_STATES, STATES } from '@anupalan/domain/states';
import type { SelectProps } from '@mantine/core';
import { toStateChoices } from '../../../lib/state-choices.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { MOST_LISTED } from './act-choices.ts';
import type { ItemFormState } from './item-form-state.ts';

type Props = {
  form: ItemFormState;
  data: NonNullable<SelectProps['data']>;
  onChange: (actId: string | null) => void;
  nothingFound: string;
};

/** Box in which an act is searched and chosen. */
export function ActField({ form, data, onChange, nothingFound }: Props) {
  return (
    <Field
      form={form}
      name="actId"
      as={Select<string>}
      label="Act"
      required
      data={data}
      onChange={onChange}
      searchable
      // An open list would cover the fault when the focus moves here.
      openOnFocus={false}
      limit={MOST_LISTED}
      allowDeselect={false}
      nothingFoundMessage={nothingFound}
      placeholder="Choose or type"
    />
  );
}

/** All States comes first, as most items are for all states. */
const STATE_CHOICES = toStateChoices([ALL_STATES, ...STATES]);

/** Box in which a state is chosen. */
export function StateField({ form, hint }: { form: ItemFormState; hint?: string }) {
  return (
    <Field
      form={form}
      name="state"
      as={Select}
      label="State"
      hint={hint}
      data={STATE_CHOICES}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such state"
    />
  );
}
