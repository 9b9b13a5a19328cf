import { expect, test } from 'vitest';
import { composeCodeMail } from './code-mail.ts';

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
