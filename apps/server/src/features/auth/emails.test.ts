import { expect, test } from 'vitest';
import { composeCodeMail, composeEmailChangedMail, composeWelcomeMail } from './emails.ts';

test.each([
  ['registration', 'Confirm your email address', 'finish signing up'],
  ['login', 'Your sign-in code', 'sign in to Anupalan'],
  ['password-reset', 'Your password reset code', 'choose a new password'],
  ['email-change', 'Confirm your new email address', 'use this address from now on'],
] as const)('the mail with a code for %s says what it is for', async (purpose, subject, instruction) => {
  const mail = await composeCodeMail('meera@example.in', purpose, '012345');
  expect(mail).toMatchObject({ to: 'meera@example.in', subject });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('012345');
    expect(body).toContain(instruction);
    expect(body).toContain('valid for 10 minutes');
  }
  expect(mail.text).toMatch(/^012345$/m);
  expect(mail.text).not.toMatch(/<[a-z]/i);
  expect(mail.subject).not.toContain('012345');
});

test('the welcome shows a name as it was written and leads to the dashboard', async () => {
  const mail = await composeWelcomeMail('meera@example.in', '<b>Meera</b> & Co', 'https://anupalan.example.in');
  expect(mail).toMatchObject({ to: 'meera@example.in', subject: 'Welcome to Anupalan' });
  expect(mail.html).not.toContain('<b>Meera');
  expect(mail.text).toContain('Welcome, <b>Meera</b> & Co');
  expect(mail.html).toContain('href="https://anupalan.example.in/dashboard"');
  expect(mail.text).toContain('https://anupalan.example.in/dashboard');
});

test('the old address hears of the new one, and whom to write to', async () => {
  const mail = await composeEmailChangedMail('old@example.in', 'new@example.in', 'help@example.in');
  expect(mail).toMatchObject({ to: 'old@example.in', subject: 'Your email address was changed' });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('new@example.in');
    expect(body).toContain('help@example.in');
  }
});
