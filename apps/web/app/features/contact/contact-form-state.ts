import { type ContactSubject, NewContactMessage } from '@anupalan/contract/contact';
import type { User } from '@anupalan/contract/users';
import { schemaResolver, useForm } from '@mantine/form';
import { z } from 'zod';
import { fullNameOf } from '../../lib/full-name.ts';

const EMPTY = { name: '', email: '', subject: null as ContactSubject | null, message: '' };

type Typed = typeof EMPTY;

/** What the page that led here asks to have written already; the subject by its value or its label. */
const Preset = z.object({
  subject: NewContactMessage.shape.subject.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/** What of the form is known before anything is typed: by the navigation's state, and by who is signed in. */
export function knownOf(state: unknown, user: User | null): Partial<Typed> {
  const { subject, message } = Preset.catch({}).parse(state);
  return {
    ...(user && { name: fullNameOf(user), email: user.primaryEmail }),
    ...(subject && { subject }),
    ...(message && { message }),
  };
}

export function useContactForm() {
  return useForm<Typed, NewContactMessage>({
    mode: 'uncontrolled',
    name: 'contact',
    initialValues: EMPTY,
    validate: schemaResolver(NewContactMessage, { sync: true }),
    transformValues: (typed) => NewContactMessage.parse(typed),
  });
}
