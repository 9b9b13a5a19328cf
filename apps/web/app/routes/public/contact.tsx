import { ContactUs } from '../../features/contact/contact-us.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

const DESCRIPTION =
  'Write to the people behind Anupalan: support hours, contact details and answers to common questions.';

export const meta = () => pageTitle('Contact', DESCRIPTION);

export default ContactUs;
