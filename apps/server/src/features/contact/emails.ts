import { CONTACT_SUBJECT_LABELS, type NewContactMessage } from '@anupalan/contract/contact';
import { action, composeMail, paragraph, quotation } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Office {
  supportEmail: string;
  publicUrl: string;
}

/** The mail with a contact message to support; a reply goes to the sender (R-enquiries-11). */
export async function composeContactMail(form: NewContactMessage, { supportEmail, publicUrl }: Office): Promise<Mail> {
  const subject = CONTACT_SUBJECT_LABELS[form.subject];
  const mail = await composeMail({
    to: supportEmail,
    subject: `Contact message: ${subject}`,
    preview: `From ${form.name}`,
    heading: 'Somebody wrote to us',
    blocks: [
      quotation('Name', form.name),
      quotation('Email', form.email),
      quotation('Subject', subject),
      quotation('Message', form.message),
      action('Open the enquiries', `${publicUrl}/enquiries`),
    ],
  });
  return { ...mail, replyTo: form.email };
}

/**
 * The receipt for the sender of a contact message. Nothing in it comes from the form, so that a stranger who types
 * somebody's address can't write to them through us (R-mail-6).
 */
export function composeContactReceipt(to: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'We received your message',
    preview: 'We aim to answer within 24 business hours.',
    heading: 'Thank you for writing to us',
    blocks: [
      paragraph('We received your message and aim to answer within 24 business hours.'),
      paragraph('Our hours are Monday to Friday 9:00-18:00 and Saturday 9:00-13:00 (IST).'),
      paragraph('If you did not write to us, you can ignore this mail.'),
    ],
  });
}
