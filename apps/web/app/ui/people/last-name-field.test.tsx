import { profileForm, type User } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { useProfileForm } from '../../features/users/profile-form-state.ts';
import { Field } from '../forms/field.tsx';
import { LastNameField } from './last-name-field.tsx';

const sent = vi.fn();

function Names({ user }: { user: User }) {
  const form = useProfileForm(user);
  return (
    <form onSubmit={form.onSubmit(({ firstName, lastName }) => sent([firstName, lastName]))} noValidate>
      <Field form={form} name="firstName" label="First name" />
      <LastNameField form={form} oneName={form.useWatchValue('oneName')} />
      <button type="submit">Save</button>
    </form>
  );
}

function person(firstName: string, lastName: string): User {
  return { ...makeUser('Asha'), firstName, lastName, personalPhone: '9876543210' };
}

const oneName = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'I have one name only' });

async function save(user: ReturnType<typeof show>) {
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

test('who has one name sends it twice, and sees no second box', async () => {
  const user = show(<Names user={person('Meena', 'Rao')} />);
  await user.click(oneName());
  expect(screen.queryByRole('textbox', { name: 'Last name' })).toBeNull();
  await save(user);
  expect(sent).toHaveBeenLastCalledWith(['Meena', 'Meena']);
});

test.each([
  ['Meena', 'MEENA'],
  ['Meena', ''],
])('one name that is stored as %s and %j is shown so, and stays as it is', async (first, last) => {
  const user = show(<Names user={person(first, last)} />);
  expect(oneName().checked).toBe(true);
  await save(user);
  expect(sent).toHaveBeenLastCalledWith([first, last]);
});

test('a name of one letter isn’t judged again until it is changed', async () => {
  const user = show(<Names user={person('Ravi', 'K')} />);
  await save(user);
  expect(sent).toHaveBeenLastCalledWith(['Ravi', 'K']);
  sent.mockClear();
  await user.clear(screen.getByRole('textbox', { name: 'Last name' }));
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'L');
  await save(user);
  expect(screen.getByText('Last name must be at least 2 characters')).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

test('the server judges a stored name as little', () => {
  const form = profileForm(person('Ravi', 'K')).partial();
  expect([form.safeParse({ lastName: 'K' }).success, form.safeParse({ lastName: 'L' }).success]).toEqual([true, false]);
});
