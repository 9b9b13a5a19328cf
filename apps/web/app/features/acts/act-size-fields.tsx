import { Checkbox, Fieldset, NumberInput, SimpleGrid } from '@mantine/core';
import type { ActFormState } from './act-form-state.ts';
import classes from './act-size-fields.module.css';

type Props = { form: ActFormState; everySize: boolean; onEverySize: (everySize: boolean) => void };

/** The headcounts an act is for; 0 at most is no limit. */
export function ActSizeFields({ form, everySize, onEverySize }: Props) {
  function applyToEverySize(chosen: boolean) {
    onEverySize(chosen);
    if (chosen) form.setValues({ minEmployees: 0, maxEmployees: 0 });
    if (chosen) form.clearErrors();
  }

  /** What holds no digit counts as 0, and says so. */
  function readAsNumber(field: 'minEmployees' | 'maxEmployees') {
    if (!/\d/.test(String(form.getValues()[field]))) form.setFieldValue(field, 0);
  }

  const bound = { disabled: everySize, hideControls: true, inputMode: 'numeric' as const };
  return (
    <Fieldset legend="Company size" variant="unstyled" mx={0} classNames={classes}>
      <Checkbox
        label="Apply to all company sizes (0 to ∞)"
        mb="sm"
        checked={everySize}
        onChange={(event) => applyToEverySize(event.currentTarget.checked)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          {...form.getInputProps('minEmployees')}
          {...bound}
          key={form.key('minEmployees')}
          label="Minimum employees"
          onBlur={() => readAsNumber('minEmployees')}
        />
        <NumberInput
          {...form.getInputProps('maxEmployees')}
          {...bound}
          key={form.key('maxEmployees')}
          label="Maximum employees"
          description="0 means no limit"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onBlur={() => readAsNumber('maxEmployees')}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
