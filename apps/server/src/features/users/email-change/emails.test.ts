import { expect, test } from 'vitest';
import { composeAddressChangedMail, composeAddressGivenMail, composeChangeAskedMail } from './emails.ts';

const CHANGE = {
  newEmail: 'new@example.in',
  token: 'a-token',
  publicUrl: 'https://anupalan.example.in',
  supportEmail: 'help@example.in',
};

test('the old address hears of the new one, whom to write to, and how to undo it', async () => {
  const mail = await composeAddressChangedMail('old@example.in', CHANGE);
  expect(mail).toMatchObject({ to: 'old@example.in', subject: 'Your email address was changed' });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('new@example.in');
    expect(body).toContain('help@example.in');
    expect(body).toContain('https://anupalan.example.in/email-change/undo#a-token');
  }
});

test('the present address hears what was asked for, and how to stop it', async () => {
  const mail = await composeChangeAskedMail('old@example.in', CHANGE);
  expect(mail).toMatchObject({ to: 'old@example.in', subject: 'Somebody asked to change your email address' });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('new@example.in');
    expect(body).toContain('https://anupalan.example.in/email-change/stop#a-token');
  }
});

test('an address that an administrator gave hears that it signs in now', async () => {
  const mail = await composeAddressGivenMail('new@example.in', 'https://anupalan.example.in');
  expect(mail.text).toContain('https://anupalan.example.in/login');
});
