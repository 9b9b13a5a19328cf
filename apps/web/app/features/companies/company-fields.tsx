import { DESIGNATIONS } from '@anupalan/contract/companies';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import type { CompanyFormFields } from './company-form-state.ts';

type Props = {
  form: CompanyFormFields;
  /** An edit may leave out what was never given. */
  phoneRequired?: boolean;
  emailRequired?: boolean;
};

/** Who the company is (step 1 of its registration). */
export function BasicFields({ form, phoneRequired = true, emailRequired = true }: Props) {
  return (
    <>
      <TextInput
        {...form.getInputProps('companyName')}
        key={form.key('companyName')}
        label="Company name"
        autoFocus
        size="md"
        required
        autoComplete="organization"
      />
      <NumberInput
        {...form.getInputProps('employeeCount')}
        key={form.key('employeeCount')}
        label="Number of employees"
        size="md"
        required
        min={0}
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        allowNegative={false}
      />
      <TextInput
        {...form.getInputProps('companyPhone')}
        key={form.key('companyPhone')}
        label="Company phone"
        type="tel"
        inputMode="numeric"
        size="md"
        required={phoneRequired}
      />
      <TextInput
        {...form.getInputProps('companyEmail')}
        key={form.key('companyEmail')}
        label="Company email"
        type="email"
        size="md"
        required={emailRequired}
      />
      <Select
        {...form.getInputProps('designation')}
        key={form.key('designation')}
        label="Your designation"
        size="md"
        required
        data={DESIGNATIONS}
        placeholder="Choose one"
      />
    </>
  );
}

/** What it does and where (step 2 of its registration). */
export function AdditionalFields({ form, autoFocus = false }: Pick<Props, 'form'> & { autoFocus?: boolean }) {
  return (
    <>
      <TextInput
        {...form.getInputProps('industry')}
        key={form.key('industry')}
        label="Industry"
        size="md"
        autoFocus={autoFocus}
      />
      <TextInput
        {...form.getInputProps('companyWebsite')}
        key={form.key('companyWebsite')}
        label="Company website"
        type="url"
        size="md"
        placeholder="https://"
        autoComplete="url"
      />
      <TextInput
        {...form.getInputProps('city')}
        key={form.key('city')}
        label="City"
        size="md"
        required
        autoComplete="address-level2"
      />
      <Select
        {...form.getInputProps('state')}
        key={form.key('state')}
        label="State"
        size="md"
        data={STATE_CHOICES}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such state"
      />
      <TextInput
        {...form.getInputProps('country')}
        key={form.key('country')}
        label="Country"
        size="md"
        autoComplete="country-name"
      />
    </>
  );
}
