import { CompanyRegistration } from '../../features/companies/company-registration.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Company registration');

export default CompanyRegistration;
