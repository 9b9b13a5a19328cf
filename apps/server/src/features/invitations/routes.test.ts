import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countTries, failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { addAct } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let manager: fixture.Colleague;
let invited: string;

let addresses = 0;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server, 'premium');
  manager = await fixture.addColleague(server, owner, 'manager');
  addresses += 1;
  invited = `ravi${addresses}@example.in`;
});

const invite = (by: fixture.Colleague, form: object) => ask(server, by, 'POST', '/invitations', form);

async function list(by: fixture.Colleague) {
  return (await ask(server, by, 'GET', '/invitations')).json().data;
}

describe('who may invite', () => {
  test('a stranger is asked to sign in, and somebody of another company meets an unknown company', async () => {
    const other = await fixture.openCompany(server);
    const calls = [
      ['GET', '/invitations'],
      ['POST', '/invitations'],
      ['POST', `/invitations/${owner.userId}/resend`],
      ['DELETE', `/invitations/${owner.userId}`],
    ] as const;
    for (const [method, path] of calls) {
      const payload = { email: invited, role: 'member' };
      expect(failureOf(await server.call({ method, url: `/api${path}`, payload }))).toEqual([
        401,
        'Please sign in to continue',
      ]);
      expect(failureOf(await ask(server, { ...other, companyId: owner.companyId }, method, path, payload))).toEqual([
        403,
        'You are not a member of this company',
      ]);
    }
    expect(await list(owner)).toEqual([]);
  });

  test.each(['member', 'viewer'] as const)('a %s neither invites nor sees who is invited', async (role) => {
    const colleague = await fixture.addColleague(server, owner, role);
    const words = role === 'viewer' && 'Viewers can only read';
    const refused = [403, words || 'Only managers and the owner can do this'];
    expect(failureOf(await invite(colleague, { email: invited, role: 'member' }))).toEqual(refused);
    expect((await ask(server, colleague, 'GET', '/invitations')).statusCode).toBe(403);
    expect(fixture.mailsTo(server, invited)).toEqual([]);
  });

  test('managers invite members and viewers, the owner managers too, and nobody an owner', async () => {
    const answers = [
      await invite(manager, { email: `a.${invited}`, role: 'member' }),
      await invite(manager, { email: `b.${invited}`, role: 'viewer' }),
      await invite(owner, { email: `c.${invited}`, role: 'manager' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const refused = await invite(manager, { email: `d.${invited}`, role: 'manager' });
    expect(failureOf(refused)).toEqual([403, 'Only the owner can do this']);
    const unheard = await invite(owner, { email: `e.${invited}`, role: 'owner' });
    expect(failureOf(unheard)).toEqual([400, 'Role must be manager, member or viewer']);
  });

  test('somebody without a company registers it first', async () => {
    const { token } = await fixture.addSomebody(server);
    const response = await server.call({
      method: 'POST',
      url: '/api/invitations',
      token,
      payload: { email: invited, role: 'member' },
    });
    expect(failureOf(response)).toEqual([409, 'Register your company first']);
  });
});

test('an invitation is answered, listed, told in the activity without the address, and mailed', async () => {
  const response = await invite(owner, { email: ` ${invited.toUpperCase()} `, role: 'member' });
  const { message, data } = response.json();
  expect([response.statusCode, message]).toEqual([201, `Invitation sent to ${invited}`]);
  expect(data).toMatchObject({
    email: invited,
    role: 'member',
    until: null,
    acts: null,
    from: null,
    to: null,
    expired: false,
    invitedBy: { userId: owner.userId, firstName: 'Asha', lastName: 'Rao' },
  });
  expect(Date.parse(data.expiresAt) - Date.parse(data.sentAt)).toBe(7 * 24 * 3_600_000);
  expect(await list(owner)).toEqual([data]);
  const [mail, ...others] = fixture.mailsTo(server, invited);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Asha Rao invites you to Rao & Sons');
  for (const words of ['Asha Rao invites you to Rao & Sons', 'as a member', 'works once', '/invitation#']) {
    expect(mail?.text).toContain(words);
  }
  const told = await fixture.listActivity(server, owner);
  expect(told).toEqual([{ what: 'invitations.create', by: owner.userId, about: { role: 'member' } }]);
});

test('the token of a link is stored as its digest alone', async () => {
  const token = await fixture.inviteByMail(server, owner, invited);
  const { rows } = await server.owner.query('select i::text as row from invitations i where email = $1', [invited]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(token);
});

test('names that look like addresses of sites become no links', async () => {
  await server.owner.query(`update companies set company_name = $1 where id = $2`, [
    'Win at https://evil.example/now',
    owner.companyId,
  ]);
  await fixture.inviteByMail(server, owner, invited);
  const [mail] = fixture.mailsTo(server, invited);
  for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toMatch(/evil\.example|:\/\/evil/);
});

describe('a viewer', () => {
  test('reads for 30 days unless changed, and everything unless acts and days are chosen', async () => {
    await invite(owner, { email: invited, role: 'viewer' });
    const until = `${fixture.daysFromNow(30)}T00:00:00.000Z`;
    expect(await list(owner)).toMatchObject([{ role: 'viewer', until, acts: null, from: null, to: null }]);
  });

  test('has the acts, the days and the last day of the invitation', async () => {
    const acts = [await addAct(server.services)];
    const until = fixture.daysFromNow(365);
    const form = { email: invited, role: 'viewer', until, acts, from: '2026-01-01', to: '2026-03-31' };
    expect((await invite(owner, form)).json().data).toMatchObject({
      until: `${until}T00:00:00.000Z`,
      acts,
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-03-31T00:00:00.000Z',
    });
  });

  test('has acts of the catalogue and of the company, and none of another company’s own', async () => {
    const own = await addAct(server.services, { workspace_id: owner.workspaceId, name: 'House rules' });
    const foreign = await addAct(server.services, { workspace_id: (await fixture.openCompany(server)).workspaceId });
    const response = await invite(owner, { email: invited, role: 'viewer', acts: [own, foreign] });
    expect([response.statusCode, response.json().errors]).toEqual([400, { acts: 'Act not found' }]);
    const token = await fixture.inviteByMail(server, owner, invited, { role: 'viewer', acts: [own] });
    const preview = { method: 'POST', url: '/api/invitations/preview', payload: { token } } as const;
    expect((await server.call(preview)).json().data.acts).toEqual([{ _id: own, title: 'House rules' }]);
  });

  test.each([
    [{ until: fixture.daysFromNow(-1) }, 'until', 'Choose a last day from today to 365 days from now'],
    [{ until: fixture.daysFromNow(366) }, 'until', 'Choose a last day from today to 365 days from now'],
    [{ until: '30/11/2026' }, 'until', 'Invalid date format'],
    [{ acts: [] }, 'acts', 'Choose at least one act'],
    [{ acts: ['0198e3f0-0000-7000-8000-000000000000'] }, 'acts', 'Act not found'],
    [{ from: '2026-02-01', to: '2026-01-31' }, 'to', 'The last day must not be before the first'],
    [{ role: 'member', until: fixture.daysFromNow(3) }, 'until', 'Only viewers have acts, a period and a last day'],
    [{ role: 'manager', from: '2026-01-01' }, 'from', 'Only viewers have acts, a period and a last day'],
    [{ email: 'ravi@' }, 'email', 'Invalid email address'],
  ])('%j is refused at its field', async (form, field, message) => {
    const response = await invite(owner, { email: invited, role: 'viewer', ...form });
    expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: message }]);
    expect(await list(owner)).toEqual([]);
  });
});

describe('who is in the company, or invited, already', () => {
  test('a member is', async () => {
    const response = await invite(owner, { email: manager.email.toUpperCase(), role: 'member' });
    const message = 'This person is a member of the company already';
    expect([response.statusCode, response.json().errors]).toEqual([409, { email: message }]);
    expect((await invite(owner, { email: owner.email, role: 'member' })).statusCode).toBe(409);
  });

  test('somebody whose invitation waits is, in whatever capitals', async () => {
    await fixture.inviteByMail(server, owner, invited);
    const response = await invite(manager, { email: invited.toUpperCase(), role: 'viewer' });
    const message = 'This person is invited already. Send the invitation again to mail another link.';
    expect([response.statusCode, response.json().errors]).toEqual([409, { email: message }]);
    expect(fixture.mailsTo(server, invited)).toHaveLength(1);
  });

  test('of two who invite the same person at once, one does', async () => {
    const form = { email: invited, role: 'member' };
    const responses = await Promise.all([invite(owner, form), invite(manager, form)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await list(owner)).toHaveLength(1);
  });

  test('somebody whose link works no longer is invited anew', async () => {
    await fixture.inviteByMail(server, owner, invited);
    await fixture.letInvitationsAge(server, invited, '8 days');
    await fixture.inviteByMail(server, owner, invited, { role: 'manager' });
    expect(await list(owner)).toMatchObject([{ role: 'manager', expired: false }]);
  });

  test('a viewer whose last day is over is not', async () => {
    const viewer = await fixture.addColleague(server, owner, 'viewer');
    await server.owner.query('update memberships set until = current_date - 2 where user_id = $1 and role = $2', [
      viewer.userId,
      'viewer',
    ]);
    expect((await invite(owner, { email: viewer.email, role: 'viewer' })).statusCode).toBe(201);
  });
});

test('administrators of the platform are not invited', async () => {
  const { email } = await fixture.addSomebody(server, 'admin');
  const response = await invite(owner, { email, role: 'member' });
  expect(failureOf(response)).toEqual([409, 'Administrators cannot join companies']);
});

describe('limits', () => {
  const tooMany = [429, 'A company can mail 50 invitations a day, and a person 200. Please try again tomorrow.'];

  test('a company mails 50 a day', async () => {
    await countTries(server, 'invitations-company', owner.workspaceId, 49);
    expect((await invite(owner, { email: invited, role: 'member' })).statusCode).toBe(201);
    const response = await invite(manager, { email: `b.${invited}`, role: 'member' });
    expect(failureOf(response)).toEqual(tooMany);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a person mails 200 a day, over all their companies', async () => {
    await countTries(server, 'invitations-person', owner.userId, 200);
    expect(failureOf(await invite(owner, { email: invited, role: 'member' }))).toEqual(tooMany);
    expect((await invite(manager, { email: invited, role: 'member' })).statusCode).toBe(201);
  });

  test('what is refused does not count', async () => {
    await countTries(server, 'invitations-company', owner.workspaceId, 49);
    expect((await invite(owner, { email: manager.email, role: 'member' })).statusCode).toBe(409);
    expect((await invite(owner, { email: invited, role: 'member' })).statusCode).toBe(201);
  });
});
