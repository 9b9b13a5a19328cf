import { listActs } from '@anupalan/contract/acts';
import { type AssignmentOfScope, changeAssignments, listAssignments } from '@anupalan/contract/people/assignments';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { makeAct } from '../compliance-items/items.fixture.ts';
import { WhoDoesWhat } from './who-does-what.tsx';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import '../assignments/assign-dialog.tsx';

const [ASHA, RAVI, EPF, ESI, ITEM] = ['a', 'b', 'c', 'd', 'e'].map(
  (digit) => `01990000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string, string];

const EVIDENCE = 'Nothing is done without evidence';

function line(scope: AssignmentOfScope['scope'], id: string | null, said: Partial<AssignmentOfScope>) {
  return { scope, id, responsible: null, deputy: null, checker: null, evidenceRequired: null, ...said };
}

let lines: AssignmentOfScope[] = [];

const answerLines = () =>
  Response.json({
    status: 'success',
    data: lines,
    people: [
      { userId: ASHA, firstName: 'Asha', lastName: 'Rao', role: 'owner', away: null },
      { userId: RAVI, firstName: 'Ravi', lastName: 'Rao', role: 'member', away: null },
    ],
  });

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  lines = [];
  serve(listAssignments, answerLines);
  serve(listActs, () => success([makeAct(EPF, 'EPF Act'), makeAct(ESI, 'ESI Act')]));
});

function showAs(role: MemberRole) {
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role, people: 2 }) }));
  return show(<WhoDoesWhat />);
}

async function listWords() {
  const list = await screen.findByRole('list', { name: 'Who does what' });
  await within(list).findAllByText('Asha Rao');
  return within(list)
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('b, dd')].map(({ textContent }) => textContent?.replace(/^(AR|RR)/, '')));
}

test('the owner is responsible where nothing was set, and nothing differs', async () => {
  showAs('manager');
  expect(await listWords()).toEqual([['The whole company', 'Asha Rao', 'Nobody', 'Nobody']]);
  screen.getByText('No act and no obligation differs from the company.');
});

test('the company, each act that differs, and a link to the items that do', async () => {
  lines = [
    line('company', null, { deputy: RAVI, evidenceRequired: true }),
    line('act', ESI, { checker: RAVI }),
    line('item', ITEM, { responsible: RAVI }),
    line('act', EPF, {}),
  ];
  showAs('manager');
  expect(await listWords()).toEqual([
    ['The whole company', 'Asha Rao', 'Ravi Rao', 'Nobody'],
    ['ESI Act', 'As the company', 'As the company', 'Ravi Rao'],
  ]);
  const link = screen.getByRole('link', { name: '1 obligation is set by itself' });
  expect(link.getAttribute('href')).toBe('/dashboard?person=by-item#compliance-data');
  screen.getByRole('checkbox', { name: `${EVIDENCE}: ESI Act`, checked: true });
});

test('evidence is switched for the company and for an act', async () => {
  lines = [line('act', ESI, { checker: RAVI })];
  const sent = serve(changeAssignments, () => {
    lines = [...lines, line('company', null, { evidenceRequired: true })];
    return acknowledgement();
  });
  const user = showAs('manager');
  const [ofCompany, ofAct] = [`${EVIDENCE}: The whole company`, `${EVIDENCE}: ESI Act`];
  await user.click(await screen.findByRole('checkbox', { name: ofCompany, checked: false }));
  await screen.findByRole('checkbox', { name: ofCompany, checked: true });
  await user.click(await screen.findByRole('checkbox', { name: ofAct, checked: true }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { scope: 'company', evidenceRequired: true },
    { scope: 'act', ids: [ESI], evidenceRequired: false },
  ]);
});

test('the dialog opens about the line, or about an act that has none', async () => {
  lines = [line('act', EPF, { checker: RAVI })];
  const user = showAs('owner');
  await user.click(await screen.findByRole('button', { name: 'Change who does what: EPF Act' }));
  await screen.findByDisplayValue('All of EPF Act');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Set for an act…' }));
  await screen.findByDisplayValue('All of ESI Act');
});

test.each<[string, Partial<AssignmentOfScope>, string[]]>([
  ['the default taken away', { responsibleTakenAway: true }, ['Nobody', 'Nobody', 'Nobody']],
  ['a checker who left', { checkerGone: true, responsible: RAVI }, ['Ravi Rao', 'Nobody', 'Asha Rao']],
])('%s: %s', async (_, said, expected) => {
  lines = [line('company', null, said), line('act', EPF, { responsible: ASHA })];
  showAs('owner');
  expect((await listWords())[0]?.slice(1)).toEqual(expected);
});

test.each<MemberRole>(['member', 'viewer'])('a %s reads it without controls', async (role) => {
  lines = [line('company', null, { evidenceRequired: true })];
  showAs(role);
  await listWords();
  screen.getByText(EVIDENCE);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('what could not be loaded is asked for again', async () => {
  serve(listAssignments, () => failure(403, 'Not today'));
  const user = showAs('manager');
  expect((await screen.findByRole('alert')).textContent).toContain('Not today');
  serve(listAssignments, answerLines);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await listWords()).toHaveLength(1);
});
