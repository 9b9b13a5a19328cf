import { stopEmailChange, undoEmailChange } from '@anupalan/contract/auth-changes';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../../test/fake-server.ts';
import { makeUser } from '../../../../test/people.ts';
import { show } from '../../../../test/show.tsx';
import { StopEmailChange } from './stop-email-change.tsx';
import { UndoEmailChange } from './undo-email-change.tsx';

test('opening the link changes nothing and hides its token; the button stops the change', async () => {
  const stopped = serve(stopEmailChange, acknowledgement);
  const user = show(<StopEmailChange />, { at: '/email-change/stop#the-token' });
  const button = await screen.findByRole('button', { name: 'Stop the change' });
  expect([stopped.length, window.location.hash]).toEqual([0, '']);
  await user.click(button);
  expect(await screen.findByRole('link', { name: 'reset your password' })).toBeTruthy();
  expect(stopped.map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
});

test('a link that was used before says so', async () => {
  serve(stopEmailChange, () => failure(409, 'This change was stopped already.'));
  const user = show(<StopEmailChange />, { at: '/email-change/stop#the-token' });
  await user.click(await screen.findByRole('button', { name: 'Stop the change' }));
  expect(await screen.findByText('This change was stopped already.')).toBeTruthy();
});

test('a page without a token asks for the link', async () => {
  show(<StopEmailChange />, { at: '/email-change/stop' });
  expect(await screen.findByText('Please open the link of the mail again')).toBeTruthy();
});

test('undoing asks for the password and goes on with the code, also in a browser that is signed in', async () => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
  const undone = serve(undoEmailChange, ({ body }) =>
    JSON.stringify(body).includes('right') ? success({ email: 'old@example.in' }) : failure(401, 'Incorrect password'),
  );
  const user = show(<UndoEmailChange />, { at: '/email-change/undo#the-token' });
  await user.type(await screen.findByLabelText(/^Password/), 'wrong{Enter}');
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('asha');
  await user.clear(screen.getByLabelText(/^Password/));
  await user.type(screen.getByLabelText(/^Password/), 'right{Enter}');
  expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeTruthy();
  expect(screen.getByText('old@example.in')).toBeTruthy();
  expect(undone.at(-1)?.body).toEqual({ token: 'the-token', password: 'right' });
  expect(localStorage.getItem('token'), 'the server has ended it').toBeNull();
});
