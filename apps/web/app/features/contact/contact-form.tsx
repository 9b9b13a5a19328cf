import { CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS } from '@anupalan/contract/contact';
import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { useSession } from '../../lib/session.tsx';
import { showFaults } from '../../lib/show-faults.ts';
import { knownOf, useContactForm } from './contact-form-state.ts';
import { useSendContactMessage } from './send-contact-message.ts';

const SUBJECT_CHOICES = CONTACT_SUBJECTS.map((value) => ({ value, label: CONTACT_SUBJECT_LABELS[value] }));

/** A message to support. What is known already is filled in, never over what was typed. */
export function ContactForm() {
  const { user } = useSession();
  const { state } = useLocation();
  const { mutate, isPending } = useSendContactMessage();
  const form = useContactForm();
  const { getValues, setFieldValue } = form;

  // Not from the start: the page is rendered before it is known who reads it.
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

  const submit = form.onSubmit(
    (message) => mutate(message, { onSuccess: startOver, onError: (error) => showFaults(form, error) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...form.getInputProps('name')} key={form.key('name')} label="Name" required autoComplete="name" />
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            label="Email"
            type="email"
            required
            autoComplete="email"
          />
        </SimpleGrid>
        <Select
          {...form.getInputProps('subject')}
          key={form.key('subject')}
          label="Subject"
          required
          data={SUBJECT_CHOICES}
          placeholder="Choose one"
        />
        <Textarea
          {...form.getInputProps('message')}
          key={form.key('message')}
          label="Message"
          required
          autosize
          minRows={10}
          maxRows={16}
        />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending}>
            Send Message
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
