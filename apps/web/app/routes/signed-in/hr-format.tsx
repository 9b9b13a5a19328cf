import { HrDocuments } from '../../features/hr-documents/hr-documents.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('HR Format Documents');

export default HrDocuments;
