import { Checkbox } from '@mantine/core';
import { Field, type FormOf } from '../forms/field.tsx';

type Props<Typed> = {
  form: FormOf<Typed> & { setFieldValue: (name: 'oneName', value: boolean) => void };
  /** Whether the person has one name only, which is sent twice (R-users-35). */
  oneName: boolean;
};

/** Last name, and the choice of who has none. */
export function LastNameField<Typed extends { lastName: string }>({ form, oneName }: Props<Typed>) {
  return (
    <div>
      {!oneName && (
        <Field form={form} name="lastName" size="md" label="Last name" required autoComplete="family-name" />
      )}
      <Checkbox
        mt={oneName ? { base: 0, sm: 36 } : 'xs'}
        label="I have one name only"
        checked={oneName}
        onChange={({ currentTarget }) => form.setFieldValue('oneName', currentTarget.checked)}
      />
    </div>
  );
}

/** The names that are sent: who has one name sends it in both places. */
export function withOneName<Typed extends { firstName: string; lastName: string; oneName: boolean }>({
  oneName,
  ...typed
}: Typed) {
  return { ...typed, lastName: oneName ? typed.firstName : typed.lastName };
}
