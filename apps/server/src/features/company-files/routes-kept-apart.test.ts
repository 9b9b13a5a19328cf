import { expect, test } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import { beginWithTwo, expectRefused, file, takeIn, to, workspaceOf } from './company-file-calls.fixture.ts';
import { changeRows, withRows } from './forged-file.fixture.ts';

/*
 * What a company's file says beside what the calls of this installation would have written: it stays out, becomes what
 * they write, or is refused (R-company-files-11).
 */

beginWithTwo();

test('answers to questions that are not asked here, or of no such kind, stay out', async () => {
  const ofCompany = { establishment_id: null, compliance_item_id: null };
  const odd = [
    { ...ofCompany, key: 'colour', answer: 'blue' },
    { ...ofCompany, key: 'night-work' },
    { ...ofCompany, key: 'nature' },
  ].map((fact, at) => ({ answer: 'yes', ...fact, id: `01a00000-0000-7000-8000-00000000fac${at}` }));
  const answers = withRows(file, {
    facts: (facts) => [
      ...facts.map((fact) => (fact.key === 'contract-labour' ? { ...fact, answer: 'perhaps' } : fact)),
      ...odd.map((fact) => ({ ...facts[0], ...fact })),
    ],
  });
  const { companyId } = await takeIn(await addPerson(to.services, { role: 'premium' }), answers);
  const { rows } = await to.owner.query('select key from facts where workspace_id = $1 order by key', [
    await workspaceOf(companyId ?? ''),
  ]);
  expect(rows).toEqual([{ key: 'night-work' }]);
});

test('renewals say what their registrations make them say', async () => {
  const renamed = changeRows(file, 'compliance_items', (row) =>
    row.registration_id === null
      ? row
      : { ...row, title: 'Renew my own list', due_date_description: 'Buy milk', due_date: '2027-02-02', state: '-' },
  );
  const { companyId } = await takeIn(await addPerson(to.services, { role: 'premium' }), renamed);
  const { rows } = await to.owner.query(
    'select title, due_date_description, due_date::text, state from compliance_items where workspace_id = $1 and registration_id is not null',
    [await workspaceOf(companyId ?? '')],
  );
  expect(rows).toEqual([
    {
      title: 'Renew factory licence GOA/1',
      due_date_description: 'Expires on 31/03/2027',
      due_date: '2027-01-30',
      state: 'Goa',
    },
  ]);
});

test('whoever is two people of the file is refused what they would check themselves', async () => {
  const owner = await addPerson(to.services, { role: 'premium' });
  const { rows } = await to.owner.query('select primary_email from users where id = $1', [owner.userId]);
  const aliases = withRows(file, {
    people: (people) => people.map((one) => ({ ...one, email: rows[0].primary_email })),
  });
  await expectRefused(aliases, /checked_by: recorded it, too/, owner);
});

test('an event is at most five years ahead of its file', async () => {
  const far = changeRows(file, 'events', (row) => ({ ...row, happened_at: '2099-01-01T00:00:00+00:00' }));
  await expectRefused(far, /happened_at: is after the file was made/);
});
