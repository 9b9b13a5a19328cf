import { listActs } from '@anupalan/contract/acts';
import { createOwnObligation, updateOwnObligation } from '@anupalan/contract/company/own-obligations';
import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failure, serve, success } from '../../../../test/fake-server.ts';
import { show } from '../../../../test/show.tsx';
import { ItemFormDialog } from '../item-form-dialog.tsx';
import { makeAct, makeItem, TODAY } from '../items.fixture.ts';
// Loaded beforehand: the dialog loads it late, and the machine may be busy.
import './item-form.tsx';

const ITEM = '01990000-0000-7000-8000-000000000001';
const EPF = makeAct('01990000-0000-7000-8000-00000000000a', 'EPF Schemes');
const POLICY = { ...makeAct('01990000-0000-7000-8000-00000000000b', 'Fire safety policy'), own: true as const };

beforeEach(() => serve(listActs, () => success([EPF, POLICY])));

/** Own obligation as the server answers it. */
function makeOwn(title: string): ComplianceItem {
  const assignment = { responsible: ITEM, deputy: null, checker: null };
  return { ...makeItem({ _id: ITEM, actId: POLICY._id, title }), userId: ITEM, assignment, own: true };
}

function showForm(subject: Parameters<typeof ItemFormDialog>[0]['subject']) {
  const onClose = vi.fn();
  serve(listComplianceItems, () => success([]));
  const user = show(
    <ItemFormDialog
      subject={subject}
      acts={[EPF, POLICY]}
      fields={[]}
      today={TODAY}
      onReplace={() => {}}
      onClose={onClose}
    />,
  );
  return { user, onClose };
}

const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name });

/** Pastes, as each letter renders the whole form. */
async function fill(user: ReturnType<typeof showForm>['user'], input: HTMLInputElement, text: string) {
  await user.click(input);
  await user.paste(text);
}

async function chooseAct(user: ReturnType<typeof showForm>['user'], name: string) {
  await user.click(await screen.findByRole('combobox', { name: 'Act' }));
  await user.click(await screen.findByRole('option', { name, hidden: true }));
}

test('a new one under an act that is named, with what the company needs and no more', async () => {
  const created = makeOwn('Renew the canteen contract');
  const sent = serve(createOwnObligation, () => Response.json({ status: 'success', data: created }, { status: 201 }));
  const { user, onClose } = showForm('new-own');
  expect(await screen.findByRole('dialog', { name: 'Add an obligation of your own' })).toBeTruthy();
  await screen.findByRole('combobox', { name: 'Act' });
  expect(screen.queryByText('Access level')).toBeNull();
  expect(screen.queryByText('Minimum employees')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Obligation' }));
  expect(await screen.findByText('Please select an Act')).toBeTruthy();

  await chooseAct(user, 'Another one, which you name…');
  await user.click(screen.getByRole('button', { name: 'Add Obligation' }));
  expect(await screen.findByText('Please name the act')).toBeTruthy();
  await fill(user, await box(/^Name of the act/), 'Canteen contract');
  await fill(user, await box('Title'), 'Renew the canteen contract');
  await fill(user, await box('Due Date'), '01/03/2027');
  await user.click(screen.getByRole('button', { name: 'Add Obligation' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    actName: 'Canteen contract',
    title: 'Renew the canteen contract',
    description: '',
    state: '-',
    values: {},
    dueDate: { date: '2027-03-01', frequency: 'monthly', description: '', reminderDays: [7, 3, 1], exceptions: [] },
  });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('its own acts come first, and an act of the catalogue may be chosen', async () => {
  const { user } = showForm('new-own');
  await user.click(await screen.findByRole('combobox', { name: 'Act' }));
  const options = within(await screen.findByRole('listbox', { hidden: true })).getAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Another one, which you name…',
    'Fire safety policy',
    'EPF Schemes',
  ]);
});

test('of acts that could not be loaded it says so, and not that there is none', async () => {
  serve(listActs, () => failure(500, 'The database is away'));
  const { user } = showForm('new-own');
  await user.type(await screen.findByRole('combobox', { name: 'Act' }), 'Factories');
  expect(await screen.findByText('The acts could not be loaded')).toBeTruthy();
});

test('a change sends what differs, and the version that it was made from', async () => {
  const item = makeOwn('Service');
  const sent = serve(updateOwnObligation, () => success(item));
  const { user } = showForm(item);
  expect(await screen.findByRole('dialog', { name: 'Edit your obligation' })).toBeTruthy();
  await user.type(await box('Title'), ' the extinguishers');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    params: { id: ITEM },
    body: { title: 'Service the extinguishers', updatedAt: item.updatedAt },
  });
  expect(Object.keys(sent[0]?.body ?? {})).toEqual(['title', 'updatedAt']);
});
