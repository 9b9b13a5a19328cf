import type { Act } from '@anupalan/contract/acts';
import { useMemo, useState } from 'react';
import { nothingFound } from '../../../lib/nothing-found.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useActs } from '../../acts/calls.ts';
import { chooseFrom } from './act-choices.ts';
import { ActField, StateField } from './act-field.tsx';
import type { ItemFormState } from './item-form-state.ts';
import { NEW_ACT } from './own-draft.ts';

/** Act and state of an own obligation: an act of the catalogue or the company's, or a new one that is named. */
export function OwnReachFields({ form, acts }: { form: ItemFormState; acts: readonly Act[] }) {
  const query = useActs();
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
      <ActField
        form={form}
        data={choices}
        onChange={chooseAct}
        nothingFound={nothingFound(query, 'acts', 'No such act: choose “Another one”')}
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
      <Columns>
        <StateField form={form} hint="It is in your table whatever you choose" />
      </Columns>
    </FormSection>
  );
}
