import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { LoginForm } from './login-form.tsx';

test('the password is masked until its owner looks, may be pasted, and is named for password managers', async () => {
  const user = show(<LoginForm email="asha@example.in" onAccepted={() => {}} />);
  const password = await screen.findByLabelText(/^Password/);
  expect(password).toHaveProperty('type', 'password');
  expect(password).toHaveProperty('autocomplete', 'current-password');
  await user.click(password);
  await user.paste('Sahi-Samay-2026 as a whole');
  expect(password).toHaveProperty('value', 'Sahi-Samay-2026 as a whole');
  expect(password).toHaveProperty('type', 'password');
});
