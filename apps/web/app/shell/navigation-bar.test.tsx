import { getOwnProfile } from '@anupalan/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, success } from '../../test/fake-server.ts';
import { makeUser } from '../../test/people.ts';
import { Address, show, travel } from '../../test/show.tsx';
import { NavigationBar } from './navigation-bar.tsx';

async function openMenu() {
  const user = show(
    <>
      <NavigationBar company={null} summary={null} tools={null} />
      <Address />
    </>,
  );
  await user.click(button('Open menu'));
  return { user, menu: within(await screen.findByRole('dialog', { name: 'Menu' })) };
}

function button(name: string) {
  return screen.getByRole('button', { name });
}

function address() {
  return screen.getByLabelText('Address').textContent;
}

test('a link of the menu leads to its page and closes the menu, which stays closed on the way back', async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('link', { name: 'Plans & Pricing' }));
  expect(address()).toBe('/plans');
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  await travel(-1);
  expect(address()).toBe('/');
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

test('the page that is open is marked', async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('link', { name: 'Plans & Pricing' }));
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Plans & Pricing');
});

test('who is signed in finds their pages in the menu instead of the ways in', async () => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
  const { menu } = await openMenu();
  expect(await menu.findByRole('link', { name: 'Dashboard' })).toBeTruthy();
  expect(menu.queryByRole('link', { name: 'Sign In' })).toBeNull();
});

test('who is not finds the ways in and no page of theirs', async () => {
  const { menu } = await openMenu();
  expect(menu.getByRole('link', { name: 'Sign In' })).toBeTruthy();
  expect(menu.queryByRole('link', { name: 'Dashboard' })).toBeNull();
});
