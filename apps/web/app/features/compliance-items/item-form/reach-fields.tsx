import type { Act } from '@anupalan/contract/acts';
import { ALL_STATES, STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';
import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { FormSection } from '../../../ui/form-section.tsx';
import { partsOfAct } from './item-draft.ts';
import type { ItemFormState } from './item-form-state.ts';

const CHOICES: readonly StateOrAll[] = [ALL_STATES, ...STATES];
const STATE_CHOICES = CHOICES.map((state) => ({ value: state, label: stateLabel(state) }));

/** The most acts listed at once; typing finds the others. */
const MOST_LISTED = 100;

/** The act, and for whom the item is: the act's own until changed. */
export function ReachFields({ form, acts }: { form: ItemFormState; acts: readonly Act[] }) {
  const choices = useMemo(() => listChoices(acts), [acts]);

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
      <Select
        {...form.getInputProps('actId')}
        key={form.key('actId')}
        label="Act"
        required
        data={choices}
        onChange={chooseAct}
        searchable
        // Its fault must stay in sight when the focus is moved here.
        openOnFocus={false}
        limit={MOST_LISTED}
        allowDeselect={false}
        nothingFoundMessage="No such act"
        placeholder="Choose or type"
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          {...form.getInputProps('state')}
          key={form.key('state')}
          label="State"
          data={STATE_CHOICES}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such state"
        />
        <NumberInput
          {...form.getInputProps('minEmployees')}
          key={form.key('minEmployees')}
          label="Minimum employees"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
        />
        <NumberInput
          {...form.getInputProps('maxEmployees')}
          key={form.key('maxEmployees')}
          label="Maximum employees"
          description="0 is unlimited"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          thousandSeparator=","
          thousandsGroupStyle="lakh"
        />
      </SimpleGrid>
    </FormSection>
  );
}

/** Acts of the same name are told apart by their states. */
function listChoices(acts: readonly Act[]) {
  const namesakes = Map.groupBy(acts, ({ name }) => name);
  return acts.map(({ _id, name, state }) => ({
    value: _id,
    label: namesakes.get(name)?.length === 1 ? name : `${name} (${stateLabel(state)})`,
  }));
}
