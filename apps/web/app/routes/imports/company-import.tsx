import { CompanyImport } from '../../features/imports/company-import.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Import');

export default CompanyImport;
