import { Columns } from '../../ui/columns.tsx';
import { FormSection } from '../../ui/forms/form-section.tsx';
import {
  CompanyInput,
  DesignationInput,
  EmployeeCountInput,
  type FormWithCompany,
  StateInput,
} from './company-input.tsx';

/** Company part of the sign-up form (R-accounts-1). */
export function CompanyFields({ form }: { form: FormWithCompany }) {
  return (
    <FormSection title="Your company" text="Its state and size decide which obligations apply.">
      <Columns>
        <CompanyInput form={form} name="companyName" required />
        <EmployeeCountInput form={form} />
        <DesignationInput form={form} />
        <CompanyInput form={form} name="industry" />
        <StateInput form={form} required placeholder="Choose or type" />
        <CompanyInput form={form} name="city" required />
        <CompanyInput form={form} name="country" required />
        <CompanyInput form={form} name="companyWebsite" />
        <CompanyInput form={form} name="companyEmail" />
        <CompanyInput form={form} name="companyPhone" />
      </Columns>
    </FormSection>
  );
}

type Props = {
  form: FormWithCompany;
  /** Edits may leave out a phone or e-mail that the company never gave (R-companies-9). */
  phoneRequired?: boolean;
  emailRequired?: boolean;
};

/** Step 1 of a company's registration (R-companies-6). */
export function BasicFields({ form, phoneRequired = true, emailRequired = true }: Props) {
  return (
    <>
      <CompanyInput form={form} name="companyName" required autoFocus />
      <EmployeeCountInput form={form} />
      <CompanyInput form={form} name="companyPhone" required={phoneRequired} />
      <CompanyInput form={form} name="companyEmail" required={emailRequired} />
      <DesignationInput form={form} />
    </>
  );
}

/** Step 2 of a company's registration: trade and place (R-companies-6). */
export function AdditionalFields({ form, autoFocus = false }: Pick<Props, 'form'> & { autoFocus?: boolean }) {
  return (
    <>
      <CompanyInput form={form} name="industry" autoFocus={autoFocus} />
      <CompanyInput form={form} name="companyWebsite" />
      <CompanyInput form={form} name="city" required />
      <StateInput form={form} allowDeselect={false} />
      <CompanyInput form={form} name="country" />
    </>
  );
}
