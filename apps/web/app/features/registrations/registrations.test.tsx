import { listEstablishments } from '@anupalan/contract/applicability/establishments';
import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  type Registration,
  updateRegistration,
} from '@anupalan/contract/company/registrations';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { evidenceId } from '../evidence/evidence.fixture.ts';
import { RegistrationNumbers } from './registration-numbers.tsx';
import { Registrations } from './registrations.tsx';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import './registration-form.tsx';

const INSTANT = '2026-11-20T08:00:00.000Z';
const TODAY = Temporal.PlainDate.from('2026-11-21');

let listed: Registration[] = [];

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00Z');
  localStorage.setItem('token', 'meera');
  listed = [];
  serve(listRegistrations, () => success(listed));
  serve(listEstablishments, () => success([]));
});

function make(given: Partial<Registration>): Registration {
  return {
    _id: `01990000-0000-7000-8000-00000000000${listed.length}`,
    kind: 'factory',
    number: 'MYS 1',
    state: null,
    establishmentId: null,
    authority: '',
    from: null,
    until: null,
    ceiling: null,
    renewalFiledOn: null,
    renewalId: null,
    createdAt: INSTANT,
    updatedAt: INSTANT,
    ...given,
  };
}

const day = (text: string) => `${text}T00:00:00.000Z`;

function showPage(role: MemberRole = 'owner') {
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember({ role }) }));
  return show(<Registrations />);
}

const line = async (text: string) => (await screen.findByText(text)).closest('li') as HTMLElement;

test('each says how long it lasts and what is to be done', async () => {
  listed = [make({ number: 'OVER', until: day('2026-06-30') })];
  listed.push(make({ number: 'SOON', until: day('2026-12-31') }));
  listed.push(make({ number: 'TODAY', until: day('2027-01-20') }));
  listed.push(make({ number: 'FILED', until: day('2026-12-31'), renewalFiledOn: day('2026-11-02') }));
  listed.push(make({ number: 'LATER', from: day('2026-01-01'), until: day('2027-12-31') }));
  listed.push(make({ number: 'EVER', from: day('2020-01-01'), ceiling: 1500, state: 'Goa', authority: 'Inspector' }));
  showPage();
  expect((await line('OVER')).textContent).toContain('Expired on 30/06/2026');
  expect((await line('SOON')).textContent).toContain('Expires on 31/12/2026. Renewal was due on 01/11/2026');
  expect((await line('TODAY')).textContent).toContain('Renewal is due today');
  expect((await line('FILED')).textContent).toContain('Renewal pending, filed on 02/11/2026');
  expect((await line('LATER')).textContent).toContain('01/01/2026 to 31/12/2027, renew by 01/11/2027');
  const ever = await line('EVER');
  expect(ever.textContent).toContain('Since 01/01/2020, does not expire');
  expect(ever.textContent).toContain('Goa · Inspector · up to 1,500 workers');
});

test('an empty page says why to record any, and opens the form, whose faults show the form of a number', async () => {
  const sent = serve(createRegistration, () => {
    listed = [make({ kind: 'pan', number: 'AAPFU0939F' })];
    return Response.json({ status: 'success', data: listed[0] }, { status: 201 });
  });
  const user = showPage();
  expect(await screen.findByText(/each obligation then shows its own, ready to copy/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add a registration' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a registration' });
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Please select a kind')).toBeTruthy();
  await user.type(within(dialog).getByRole('combobox', { name: 'Kind' }), 'PAN');
  await user.click(await screen.findByRole('option', { name: 'PAN', hidden: true }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), 'AAPF');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/five letters, four digits and a letter, such as AAPFU0939F/)).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), 'u0939f');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await line('AAPFU0939F')).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ kind: 'pan', number: 'AAPFU0939F', until: null });
});

test('a number that is there already is said at its box, and what was typed stays', async () => {
  const message = 'This factory licence is recorded already';
  listed = [make({ until: day('2026-12-31') })];
  serve(updateRegistration, () =>
    Response.json({ status: 'error', message, errors: { number: message } }, { status: 409 }),
  );
  const user = showPage();
  await user.click(await screen.findByRole('button', { name: 'Edit Factory licence MYS 1' }));
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Number' });
  await user.clear(number);
  await user.type(number, 'GOA 7');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(number.value).toBe('GOA 7');
});

test('a change sends what differs: a new last day alone, so that it ends a renewal that is pending', async () => {
  listed = [
    make({ from: day('2024-01-01'), until: day('2026-12-31'), renewalFiledOn: day('2026-11-02'), state: 'Goa' }),
  ];
  const sent = serve(updateRegistration, () => success(listed[0]));
  const user = showPage();
  await user.click(await screen.findByRole('button', { name: 'Edit Factory licence MYS 1' }));
  const until = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Last day' });
  expect(until.value).toBe('31/12/2026');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Renewal filed on' }).value).toBe('02/11/2026');
  await user.clear(until);
  await user.type(until, '31/12/2028');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ until: '2028-12-31' });
});

test('removing asks, and says what goes and what stays', async () => {
  listed = [make({ until: day('2026-12-31') })];
  const sent = serve(deleteRegistration, () => {
    listed = [];
    return acknowledgement();
  });
  const user = showPage();
  await user.click(await screen.findByRole('button', { name: 'Remove Factory licence MYS 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete' });
  expect(dialog.textContent).toContain('The obligation to renew it leaves your list');
  expect(dialog.textContent).toContain('what was recorded about it is kept');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No registrations yet')).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test.each(['member', 'viewer'] as const)('a %s reads and copies, and changes nothing', async (role) => {
  listed = [make({})];
  const user = showPage(role);
  await line('MYS 1');
  await user.click(screen.getByRole('button', { name: 'Copy MYS 1' }));
  expect(await navigator.clipboard.readText()).toBe('MYS 1');
  expect(screen.queryByRole('button', { name: /Edit|Remove|Add/ })).toBeNull();
});

test('who may not record any is told who does', async () => {
  showPage('viewer');
  expect(await screen.findByText('Managers and the owner of the company record them here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a registration' })).toBeNull();
});

test('a list that does not come can be asked for again', async () => {
  serve(listRegistrations, () => failure(500, 'Something went wrong'));
  const user = showPage();
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 });
  listed = [make({})];
  serve(listRegistrations, () => success(listed));
  await user.click(again);
  expect(await line('MYS 1')).toBeTruthy();
});

test('an item shows the numbers of its kind and state that are not over (R-registrations-6)', async () => {
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember() }));
  listed = [make({ kind: 'pt-rc', number: 'KA', state: 'Karnataka' })];
  listed.push(make({ kind: 'pt-rc', number: 'GOA', state: 'Goa' }));
  listed.push(make({ kind: 'pt-rc', number: 'NOWHERE' }));
  listed.push(make({ kind: 'pt-rc', number: 'OLD', state: 'Karnataka', until: day('2026-11-20') }));
  listed.push(make({ kind: 'epf', number: 'EPF' }));
  show(<RegistrationNumbers kind="pt-rc" state="Karnataka" today={TODAY} />);
  await screen.findByText('KA');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy KA',
    'Copy NOWHERE',
  ]);
});

test('without one it says so, and leads who may to where it is recorded', async () => {
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember() }));
  show(<RegistrationNumbers kind="esi" state="-" today={TODAY} />);
  expect(await screen.findByText(/No ESI code recorded/)).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Record it' })).getAttribute('href')).toBe('/company/registrations');
});

test('a registration says how many files it has: removed and replaced ones count for none', async () => {
  const file = { name: 'licence.pdf', size: 1, sha256: 'ab', type: 'pdf', documentDay: null } as const;
  const evidence = [
    { _id: evidenceId(1), ...file, replaced: true as const },
    { _id: evidenceId(2), ...file },
    { _id: evidenceId(3), ...file, removed: true as const },
  ];
  listed = [make({ evidence })];
  showPage('viewer');
  expect(within(await line('MYS 1')).getByRole('button', { name: /^Evidence of .*: 1 file$/ })).toBeTruthy();
});
