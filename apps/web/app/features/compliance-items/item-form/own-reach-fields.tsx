import type { Act } from '@anupalan/contract/acts';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { Select, SimpleGrid } from '@mantine/core';
import { useMemo, useState } from 'react';
import { toStateChoices } from '../../../lib/state-choices.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { chooseFrom, MOST_LISTED } from './act-choices.ts';
import type { ItemFormState } from './item-form-state.ts';
import { NEW_ACT } from './own-draft.ts';

const STATE_CHOICES = toStateChoices([ALL_STATES, ...STATES]);

/** Act and state of an own obligation: an act of the catalogue or the company's, or a new one that is named. */
export function OwnReachFields({ form, acts }: { form: ItemFormState; acts: readonly Act[] }) {
  const [isNew, setNew] = useState(false);
  const choices = useMemo(() => {
    const own = acts.filter((act) => act.own);
    const others = acts.filter((act) => !act.own);
    return [{ value: NEW_ACT, label: 'Another one, which you name…' }, ...chooseFrom(own), ...chooseFrom(others)];
  }, [acts]);

  function chooseAct(actId: string | null) {
    form.setFieldValue('actId', actId);
    form.clearFieldError('actName');
    setNew(actId === NEW_ACT);
  }

  return (
    <FormSection title="What it belongs to">
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
        nothingFoundMessage="No such act: choose “Another one”"
        placeholder="Choose or type"
      />
      {isNew && (
        <Field
          form={form}
          name="actName"
          label="Name of the act, policy or contract"
          hint="Your obligations with this name stand together in the table"
          required
          autoFocus
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field
          form={form}
          name="state"
          as={Select}
          label="State"
          hint="It is in your table whatever you choose"
          data={STATE_CHOICES}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such state"
        />
      </SimpleGrid>
    </FormSection>
  );
}
