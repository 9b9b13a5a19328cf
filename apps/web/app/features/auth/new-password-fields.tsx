import { PasswordInput } from '@mantine/core';
import { Field, type FormOf } from '../../ui/forms/field.tsx';
import { PasswordStrength } from './password-strength.tsx';

interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

type Props = {
  /** Controlled form: the strength follows what is typed. */
  form: FormOf<NewPassword> & { values: NewPassword };
  /** Person's own words, which make a password easy to guess. */
  personal: string[];
};

/** New password with its estimated strength, and the same once more. */
export function NewPasswordFields({ form, personal }: Props) {
  return (
    <>
      <div>
        <Field
          form={form}
          name="newPassword"
          as={PasswordInput}
          label="New password"
          hint="At least 8 characters: upper and lower case, a number, a special character"
          size="md"
          required
          autoComplete="new-password"
        />
        <PasswordStrength password={form.values.newPassword} personal={personal} />
      </div>
      <Field
        form={form}
        name="confirmPassword"
        as={PasswordInput}
        label="Confirm new password"
        size="md"
        required
        autoComplete="new-password"
      />
    </>
  );
}
