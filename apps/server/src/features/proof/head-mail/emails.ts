import { INDIA } from '@anupalan/domain/calendar-day';
import { action, aside, exact, paragraph, title } from '../../../platform/mail/layout.ts';
import type { MessageContent } from '../../messages/kinds.ts';
import { MOST_COMPANIES, type SealedCompany } from './queries.ts';

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: INDIA });
const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: INDIA });

interface Told {
  readonly companies: readonly SealedCompany[];
  /** The fingerprint of the key that signs the seals. */
  readonly fingerprint: string;
  readonly publicUrl: string;
  readonly now: Temporal.Instant;
}

/** The monthly mail of an owner with the head of each of their companies (R-activity-14). */
export function writeHeads({ companies, fingerprint, publicUrl, now }: Told): MessageContent {
  const told = companies.slice(0, MOST_COMPANIES);
  const [only] = told;
  const isOne = told.length === 1 && only !== undefined;
  const whose = isOne ? only.company : `your ${told.length} companies`;
  const month = MONTH.format(now.epochMilliseconds);
  return {
    subject: `Keep this: the seal of ${whose}, ${month}`,
    preview: 'With it an auditor can tell whether anything was changed afterwards.',
    heading: `The seal of ${whose}`,
    blocks: [
      paragraph('What people do in Anupalan is sealed, so that nobody can change it afterwards without being noticed.'),
      paragraph(
        'Please keep this mail. Each head below stands for everything that was sealed until then: whoever verifies a ' +
          'pack or a file of the activity with it knows that no event in it was altered or put in since, and how many ' +
          'others are not in it.',
      ),
      ...told.flatMap(({ company, number, head, at }) => [
        ...(isOne ? [] : [title(company)]),
        exact(`Head of seal ${number.toLocaleString('en-IN')}, ${MOMENT.format(at)}`, head),
      ]),
      exact('Fingerprint of the key that signs', fingerprint),
      action('Open the activity', `${publicUrl}/company/activity`),
      exact(
        'To verify, offline, on any machine that has Node.js',
        'npm run verify -- FILE --key FINGERPRINT --head HEAD',
      ),
      aside('This mail comes once a month to owners, when something was sealed, and cannot be switched off.'),
    ],
  };
}
