import { DESIGNATIONS } from '@anupalan/contract/companies';
import { NumberInput } from '@mantine/core';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { Field, type FormOf } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/select/select.tsx';

const TEXT_INPUTS = {
  companyName: { label: 'Company name', autoComplete: 'organization' },
  companyPhone: { label: 'Company phone', type: 'tel', inputMode: 'numeric' },
  companyEmail: { label: 'Company email', type: 'email' },
  industry: { label: 'Industry' },
  companyWebsite: { label: 'Company website', type: 'url', placeholder: 'https://', autoComplete: 'url' },
  city: { label: 'City', autoComplete: 'address-level2' },
  country: { label: 'Country', autoComplete: 'country-name' },
} as const;

type TextInputName = keyof typeof TEXT_INPUTS;

/** Form that includes the details of a company. */
export type FormWithCompany = FormOf<Record<TextInputName | 'employeeCount' | 'designation' | 'state', unknown>>;

type TextInputProps = {
  form: FormWithCompany;
  name: TextInputName;
  required?: boolean;
  autoFocus?: boolean;
};

/** Text input for a detail of a company; the form's schema decides whether it is required. */
export function CompanyInput(props: TextInputProps) {
  return <Field {...props} {...TEXT_INPUTS[props.name]} size="md" />;
}

export function EmployeeCountInput({ form }: { form: FormWithCompany }) {
  return (
    <Field
      form={form}
      name="employeeCount"
      as={NumberInput}
      label="Number of employees"
      size="md"
      required
      min={0}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      allowNegative={false}
    />
  );
}

export function DesignationInput({ form }: { form: FormWithCompany }) {
  return (
    <Field
      form={form}
      name="designation"
      as={Select}
      label="Your designation"
      size="md"
      required
      data={DESIGNATIONS}
      placeholder="Choose one"
    />
  );
}

type StateInputProps = {
  form: FormWithCompany;
  required?: boolean;
  allowDeselect?: boolean;
  placeholder?: string;
};

export function StateInput(props: StateInputProps) {
  return (
    <Field
      {...props}
      name="state"
      as={Select}
      label="State"
      size="md"
      data={STATE_CHOICES}
      searchable
      nothingFoundMessage="No such state"
    />
  );
}
