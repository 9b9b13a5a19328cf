import { CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS } from '@anupalan/contract/contact';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session/session.tsx';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useSendContactMessage } from './calls.ts';
import { knownOf, useContactForm } from './contact-form-state.ts';

const SUBJECT_CHOICES = CONTACT_SUBJECTS.map((value) => ({ value, label: CONTACT_SUBJECT_LABELS[value] }));

/** Contact form; known values are filled in, never over typed text (R-enquiries-4). */
export function ContactForm() {
  const { user } = useSession();
  const { state } = useLocation();
  const { mutate, isPending } = useSendContactMessage();
  const form = useContactForm();
  const { getValues, setFieldValue } = form;

  // Known values come in an effect, because the page is prerendered before the user is known.
  useEffect(() => {
    const { name, email, subject, message } = knownOf(state, user);
    const typed = getValues();
    if (name && !typed.name) setFieldValue('name', name);
    if (email && !typed.email) setFieldValue('email', email);
    if (subject && !typed.subject) setFieldValue('subject', subject);
    if (message && !typed.message) setFieldValue('message', message);
  }, [state, user, getValues, setFieldValue]);

  function startOver() {
    setFieldValue('subject', null);
    setFieldValue('message', '');
  }

  const submit = form.onSubmit((message) => mutate(message, { onSuccess: startOver, onError: form.showRefusal }));

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Columns>
          <Field form={form} name="name" label="Name" required autoComplete="name" />
          <Field form={form} name="email" label="Email" type="email" required autoComplete="email" />
        </Columns>
        <Field
          form={form}
          name="subject"
          as={Select}
          label="Subject"
          required
          data={SUBJECT_CHOICES}
          placeholder="Choose one"
        />
        <Field form={form} name="message" as={Textarea} label="Message" required autosize minRows={10} maxRows={16} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending}>
            Send Message
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
