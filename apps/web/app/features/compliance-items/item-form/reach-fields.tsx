import type { Act } from '@anupalan/contract/acts';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { toStateChoices } from '../../../lib/state-choices.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { chooseFrom, MOST_LISTED } from './act-choices.ts';
import { partsOfAct } from './item-draft.ts';
import type { ItemFormState } from './item-form-state.ts';

/** All States comes first, as most items are for all states. */
const STATE_CHOICES = toStateChoices([ALL_STATES, ...STATES]);

/** Act, state and bounds of an item; the act's own until they are changed (R-catalogue-18). */
export function ReachFields({ form, acts }: { form: ItemFormState; acts: readonly Act[] }) {
  const choices = useMemo(() => chooseFrom(acts.filter(({ own }) => !own)), [acts]);

  function chooseAct(actId: string | null) {
    form.setFieldValue('actId', actId);
    const act = acts.find(({ _id }) => _id === actId);
    if (!act) return;
    const { state, minEmployees, maxEmployees } = partsOfAct(act);
    form.setFieldValue('state', state);
    form.setFieldValue('minEmployees', minEmployees);
    form.setFieldValue('maxEmployees', maxEmployees);
  }

  return (
    <FormSection title="Act and applicability">
      <Field
        form={form}
        name="actId"
        as={Select<string>}
        label="Act"
        required
        data={choices}
        onChange={chooseAct}
        searchable
        // An open list would cover the fault when the focus moves here.
        openOnFocus={false}
        limit={MOST_LISTED}
        allowDeselect={false}
        nothingFoundMessage="No such act"
        placeholder="Choose or type"
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Field
          form={form}
          name="state"
          as={Select}
          label="State"
          data={STATE_CHOICES}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such state"
        />
        <Field
          form={form}
          name="minEmployees"
          as={NumberInput}
          label="Minimum employees"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
        />
        <Field
          form={form}
          name="maxEmployees"
          as={NumberInput}
          label="Maximum employees"
          hint="0 is unlimited"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
        />
      </SimpleGrid>
    </FormSection>
  );
}
