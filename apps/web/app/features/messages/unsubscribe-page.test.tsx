import { previewUnsubscribe, subscribeAgain, unsubscribe } from '@anupalan/contract/telling/unsubscribe';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';

const AT = '/unsubscribe#the-token';

test('opening the link changes nothing and hides its token; its button switches off, and on again', async () => {
  serve(previewUnsubscribe, () => success({ kind: 'monday', on: true }));
  const off = serve(unsubscribe, () => success({ kind: 'monday', on: false }));
  const on = serve(subscribeAgain, () => success({ kind: 'monday', on: true }));
  const user = show(<UnsubscribePage />, { at: AT });
  expect(await screen.findByRole('heading', { name: 'Switch off the Monday summary?' })).toBeTruthy();
  expect([off.length, window.location.hash]).toEqual([0, '']);
  await user.click(screen.getByRole('button', { name: 'Switch off the Monday summary' }));
  expect(await screen.findByRole('heading', { name: 'You no longer get the Monday summary' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Switch it on again' }));
  expect(await screen.findByText('It is switched on again.')).toBeTruthy();
  expect([off, on].map((calls) => calls.map(({ body }) => body))).toEqual([
    [{ token: 'the-token' }],
    [{ token: 'the-token' }],
  ]);
});

test('a mail program may have switched it off already', async () => {
  serve(previewUnsubscribe, () => success({ kind: 'digest', on: false }));
  show(<UnsubscribePage />, { at: AT });
  expect(await screen.findByRole('heading', { name: 'You no longer get the daily digest' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Switch it on again' })).toBeTruthy();
});

test('a link that does nothing says why, and where to choose', async () => {
  serve(previewUnsubscribe, () => failure(400, 'This link is out of date.'));
  show(<UnsubscribePage />, { at: AT });
  expect(await screen.findByText('This link is out of date.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose all that you are told' }).getAttribute('href')).toBe('/profile');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a page without a token asks for the link', async () => {
  show(<UnsubscribePage />, { at: '/unsubscribe' });
  expect(await screen.findByText('Please open the link of the mail again')).toBeTruthy();
});
