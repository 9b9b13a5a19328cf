import { Checkbox, Fieldset, NumberInput } from '@mantine/core';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import type { ActFormState } from './act-form-state.ts';
import classes from './act-size-fields.module.css';

type Props = { form: ActFormState; everySize: boolean; onEverySize: (everySize: boolean) => void };

/** Headcount bounds of an act; a maximum of 0 is no limit (R-catalogue-8). */
export function ActSizeFields({ form, everySize, onEverySize }: Props) {
  function applyToEverySize(chosen: boolean) {
    onEverySize(chosen);
    if (chosen) form.setValues({ minEmployees: 0, maxEmployees: 0 });
    if (chosen) form.clearErrors();
  }

  /** Text without a digit becomes a 0 in the box (R-catalogue-9). */
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
      <Columns from="xs">
        <Field
          form={form}
          name="minEmployees"
          as={NumberInput}
          {...bound}
          label="Minimum employees"
          onBlur={() => readAsNumber('minEmployees')}
        />
        <Field
          form={form}
          name="maxEmployees"
          as={NumberInput}
          {...bound}
          label="Maximum employees"
          hint="0 means no limit"
          onBlur={() => readAsNumber('maxEmployees')}
        />
      </Columns>
    </Fieldset>
  );
}
