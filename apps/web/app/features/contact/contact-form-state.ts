import { type ContactSubject, NewContactMessage } from '@anupalan/contract/contact';
import type { User } from '@anupalan/contract/users';
import { z } from 'zod';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';

const EMPTY = { name: '', email: '', subject: null as ContactSubject | null, message: '' };

type Typed = typeof EMPTY;

/** Subject and message preset by the page that linked here (R-enquiries-4); the subject by value or label. */
const Preset = z.object({
  subject: NewContactMessage.shape.subject.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/** Known values of the form: from the navigation state and the signed-in user (R-enquiries-4). */
export function knownOf(state: unknown, user: User | null): Partial<Typed> {
  const { subject, message } = Preset.catch({}).parse(state);
  return {
    ...(user && { name: fullNameOf(user), email: user.primaryEmail }),
    ...(subject && { subject }),
    ...(message && { message }),
  };
}

export function useContactForm() {
  return useContractForm(NewContactMessage, { name: 'contact', initialValues: EMPTY });
}
