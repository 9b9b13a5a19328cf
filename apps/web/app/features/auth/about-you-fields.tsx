import { PasswordInput } from '@mantine/core';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LastNameField } from '../../ui/people/last-name-field.tsx';
import { PasswordStrength } from './password-strength.tsx';
import type { RegistrationForm } from './registration-form-state.ts';

export function AboutYouFields({ form }: { form: RegistrationForm }) {
  return (
    <FormSection title="About you">
      <Columns>
        <Field form={form} name="firstName" size="md" label="First name" required autoComplete="given-name" />
        <LastNameField form={form} oneName={form.useWatchValue('oneName')} />
        <Field form={form} name="primaryEmail" size="md" label="Email" type="email" required autoComplete="email" />
        <Field
          form={form}
          name="personalPhone"
          size="md"
          label="Phone number"
          inputMode="tel"
          required
          autoComplete="tel-national"
        />
        <div>
          <Field
            form={form}
            name="password"
            as={PasswordInput}
            size="md"
            label="Password"
            hint="At least 8 characters: upper and lower case, a number, a special character"
            required
            autoComplete="new-password"
          />
          <StrengthOfTyped form={form} />
        </div>
        <Field
          form={form}
          name="confirmPassword"
          as={PasswordInput}
          size="md"
          label="Confirm password"
          required
          autoComplete="new-password"
        />
      </Columns>
    </FormSection>
  );
}

/** Separate component, so that a keystroke renders nothing else. */
function StrengthOfTyped({ form }: { form: RegistrationForm }) {
  const password = form.useWatchValue('password');
  const personal = [
    form.useWatchValue('firstName'),
    form.useWatchValue('lastName'),
    form.useWatchValue('primaryEmail'),
    form.useWatchValue('companyName'),
  ];
  return <PasswordStrength password={password} personal={personal} />;
}
