import { CompanyFile } from '../../features/company-files/company-file.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('The whole company');

export default CompanyFile;
