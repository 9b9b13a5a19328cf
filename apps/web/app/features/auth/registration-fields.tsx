import { DESIGNATIONS } from '@anupalan/contract/companies';
import { NumberInput, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { PasswordStrength } from './password-strength.tsx';
import type { RegistrationForm } from './registration-form-state.ts';

type Field = Parameters<RegistrationForm['getInputProps']>[0];

/** What an input needs of the form; `key` can't be spread along. */
function propsOf(form: RegistrationForm, field: Field) {
  return { ...form.getInputProps(field), size: 'md' as const };
}

export function AboutYouFields({ form }: { form: RegistrationForm }) {
  return (
    <FormSection title="About you">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...propsOf(form, 'firstName')}
          key={form.key('firstName')}
          label="First name"
          required
          autoComplete="given-name"
        />
        <TextInput
          {...propsOf(form, 'lastName')}
          key={form.key('lastName')}
          label="Last name"
          required
          autoComplete="family-name"
        />
        <TextInput
          {...propsOf(form, 'primaryEmail')}
          key={form.key('primaryEmail')}
          label="Email"
          type="email"
          required
          autoComplete="email"
        />
        <TextInput
          {...propsOf(form, 'personalPhone')}
          key={form.key('personalPhone')}
          label="Phone number"
          type="tel"
          inputMode="numeric"
          required
          autoComplete="tel-national"
        />
        <div>
          <PasswordInput
            {...propsOf(form, 'password')}
            key={form.key('password')}
            label="Password"
            description="At least 8 characters: upper and lower case, a number, a special character"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            autoComplete="new-password"
          />
          <StrengthOfTyped form={form} />
        </div>
        <PasswordInput
          {...propsOf(form, 'confirmPassword')}
          key={form.key('confirmPassword')}
          label="Confirm password"
          required
          autoComplete="new-password"
        />
      </SimpleGrid>
    </FormSection>
  );
}

/** A component of its own, so that a keystroke renders nothing else. */
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

export function CompanyFields({ form }: { form: RegistrationForm }) {
  return (
    <FormSection title="Your company" text="Its state and size decide which obligations apply.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...propsOf(form, 'companyName')}
          key={form.key('companyName')}
          label="Company name"
          required
          autoComplete="organization"
        />
        <NumberInput
          {...propsOf(form, 'employeeCount')}
          key={form.key('employeeCount')}
          label="Number of employees"
          required
          min={0}
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          allowNegative={false}
        />
        <Select
          {...propsOf(form, 'designation')}
          key={form.key('designation')}
          label="Your designation"
          required
          data={DESIGNATIONS}
          placeholder="Choose one"
        />
        <TextInput {...propsOf(form, 'industry')} key={form.key('industry')} label="Industry" />
        <Select
          {...propsOf(form, 'state')}
          key={form.key('state')}
          label="State"
          required
          data={STATE_CHOICES}
          searchable
          nothingFoundMessage="No such state"
          placeholder="Choose or type"
        />
        <TextInput
          {...propsOf(form, 'city')}
          key={form.key('city')}
          label="City"
          required
          autoComplete="address-level2"
        />
        <TextInput
          {...propsOf(form, 'country')}
          key={form.key('country')}
          label="Country"
          required
          autoComplete="country-name"
        />
        <TextInput
          {...propsOf(form, 'companyWebsite')}
          key={form.key('companyWebsite')}
          label="Company website"
          type="url"
          placeholder="https://"
          autoComplete="url"
        />
        <TextInput
          {...propsOf(form, 'companyEmail')}
          key={form.key('companyEmail')}
          label="Company email"
          type="email"
        />
        <TextInput
          {...propsOf(form, 'companyPhone')}
          key={form.key('companyPhone')}
          label="Company phone"
          type="tel"
          inputMode="numeric"
        />
      </SimpleGrid>
    </FormSection>
  );
}
