import type { Act } from '@anupalan/contract/acts';
import { NumberInput } from '@mantine/core';
import { useMemo } from 'react';
import { Columns } from '../../../ui/columns.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { chooseFrom } from './act-choices.ts';
import { ActField, StateField } from './act-field.tsx';
import { partsOfAct } from './item-draft.ts';
import type { ItemFormState } from './item-form-state.ts';

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
      <ActField form={form} data={choices} onChange={chooseAct} nothingFound="No such act" />
      <Columns wide={3}>
        <StateField form={form} />
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
      </Columns>
    </FormSection>
  );
}
