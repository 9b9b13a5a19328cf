import { RegistrationOtp } from '@anupalan/contract/auth';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { CodeForm } from './code-form.tsx';

function showForm(verify: (code: string) => Promise<void>) {
  const sent: string[] = [];
  const user = show(
    <CodeForm
      schema={RegistrationOtp}
      backLabel="Back"
      onBack={() => {}}
      verify={(code) => {
        sent.push(code);
        return verify(code);
      }}
      onVerified={() => {}}
      resend={async () => true}
    />,
  );
  return { user, sent };
}

test('a code is sent by its last digit, once', async () => {
  const { user, sent } = showForm(() => new Promise(() => {}));
  await user.keyboard('24681');
  expect(sent).toEqual([]);
  await user.keyboard('0');
  await waitFor(() => expect(sent).toEqual(['246810']));
});

test('a code is sent when it is pasted', async () => {
  const { user, sent } = showForm(async () => {});
  await user.paste('246810');
  await waitFor(() => expect(sent).toEqual(['246810']));
});

test('one that was refused is sent again by the button, and so is one that is typed over it', async () => {
  const { user, sent } = showForm(async () => {
    throw new Error('Invalid OTP. Please try again.');
  });
  await user.paste('246810');
  expect(await screen.findByText('Invalid OTP. Please try again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(sent).toEqual(['246810', '246810']));
  await user.click(screen.getByLabelText('Verification code, digit 6 of 6'));
  await user.keyboard('1');
  await user.click(screen.getByLabelText('Verification code, digit 1 of 6'));
  await user.keyboard('1357');
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(sent).toEqual(['246810', '246810', '135711']));
});

test('letters are not sent: the button says why', async () => {
  const { user, sent } = showForm(async () => {});
  await user.paste('24681x');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(sent).toEqual([]);
});
