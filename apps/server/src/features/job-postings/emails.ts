import type { NewJobPosting } from '@anupalan/contract/job-postings';
import { action, composeMail, paragraph, quotation } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Office {
  supportEmail: string;
  publicUrl: string;
}

/** The labels of the fields, in the order of the form. */
const LABELS = {
  jobTitle: 'Job title',
  jobDescription: 'Job description',
  location: 'Location',
  salaryRange: 'Salary range',
  additionalPerks: 'Additional perks',
  requiredExperience: 'Required experience',
  qualification: 'Qualification',
  specificSkills: 'Specific skills',
  additionalRequirements: 'Additional requirements',
  jobTimings: 'Job timings',
  weeksOffs: 'Weeks offs',
  joiningTimeline: 'Joining timeline',
  companyProfile: 'Company profile',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
} as const satisfies Partial<Record<keyof NewJobPosting, string>>;

/**
 * The mail with a job posting to support; a reply goes to its sender (R-enquiries-11). Files are named and not
 * attached: strangers' files stay where only administrators get them, and 25 MB of them would be more than most mail
 * servers take.
 */
export async function composeJobPostingMail(form: NewJobPosting, { supportEmail, publicUrl }: Office): Promise<Mail> {
  const files = form.files.map(({ name, size }) => `${name} (${Math.ceil(size / 1024)} KB)`).join('\n');
  const mail = await composeMail({
    to: supportEmail,
    subject: `Job posting: ${form.jobTitle.replace(/\s+/g, ' ')}`,
    preview: `From ${form.contactName}`,
    heading: 'Somebody posted a job opening',
    blocks: [
      ...listGiven(form).map(([label, text]) => quotation(label, text)),
      quotation('Files', files || 'None'),
      action('Open the enquiries', `${publicUrl}/enquiries`),
    ],
  });
  return { ...mail, replyTo: form.contactEmail };
}

/**
 * The receipt for the sender of a job posting. Nothing in it comes from the form, so that a stranger who types
 * somebody's address can't write to them through us (R-mail-6).
 */
export function composeJobPostingReceipt(to: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'We received your job posting',
    preview: 'We aim to answer within 24 business hours.',
    heading: 'Thank you for your job posting',
    blocks: [
      paragraph('We received your job posting and aim to answer within 24 business hours.'),
      paragraph('If you did not post a job opening, you can ignore this mail.'),
    ],
  });
}

function listGiven(form: NewJobPosting): [label: string, text: string][] {
  const fields: Partial<Record<string, unknown>> = form;
  return Object.entries(LABELS).flatMap(([field, label]): [string, string][] => {
    const text = fields[field];
    return typeof text === 'string' && text !== '' ? [[label, text]] : [];
  });
}
