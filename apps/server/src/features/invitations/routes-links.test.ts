import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let person: Account;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server);
  person = await fixture.addSomebody(server);
});

const preview = (token: string) => post('/invitations/preview', { token });
const accept = (by: Pick<Account, 'token'>, token: string) => post('/invitations/accept', { token }, by.token);
const renew = (token: string) => post('/invitations/renew', { token });

function post(path: string, payload: object, token?: string) {
  return server.call({ method: 'POST', url: `/api${path}`, payload, ...(token && { token }) });
}

async function listed() {
  return (await ask(server, owner, 'GET', '/invitations')).json().data;
}

async function newestId(): Promise<string> {
  return (await listed())[0]._id;
}

/** Expects that a link is refused, wherever it is used, and that nobody joined by it. */
async function expectRefused(token: string, refusal: [status: number, message: string]) {
  for (const use of [preview(token), accept(person, token), renew(token)])
    expect(failureOf(await use)).toEqual(refusal);
  expect(await fixture.listRoles(server, owner)).not.toHaveProperty(person.userId);
}

const NOT_VALID = 'This invitation is not valid. Please open the link of the newest mail again.';

describe('a link', () => {
  test('works once', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    await accept(person, token);
    for (const use of [preview(token), accept(person, token), renew(token)]) {
      expect(failureOf(await use)).toEqual([409, 'This invitation was accepted already.']);
    }
  });

  test('of two that use it at once, one joins', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    const responses = await Promise.all([accept(person, token), accept(person, token), accept(person, token)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  test('works no longer once it was withdrawn', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    const id = await newestId();
    const response = await ask(server, owner, 'DELETE', `/invitations/${id}`);
    expect(response.json()).toEqual({ status: 'success', message: 'Invitation withdrawn' });
    expect(await listed()).toEqual([]);
    await expectRefused(token, [409, 'This invitation was withdrawn.']);
    const again = await ask(server, owner, 'DELETE', `/invitations/${id}`);
    expect(failureOf(again)).toEqual([404, 'Invitation not found']);
  });

  test('that is accepted and withdrawn at once is either', async () => {
    for (let round = 0; round < 5; round += 1) {
      const guest = await fixture.addSomebody(server);
      const token = await fixture.inviteByMail(server, owner, guest.email, { role: 'viewer' });
      const id = await newestId();
      const [accepted, revoked] = await Promise.all([
        accept(guest, token),
        ask(server, owner, 'DELETE', `/invitations/${id}`),
      ]);
      expect([accepted.statusCode, revoked.statusCode].sort()).toSatisfy(
        (codes: number[]) => codes.join() === '200,404' || codes.join() === '200,409',
      );
      const isMember = guest.userId in (await fixture.listRoles(server, owner));
      expect(isMember).toBe(accepted.statusCode === 200);
    }
  });

  test.each([
    ['leaves', (manager: fixture.Colleague) => ask(server, manager, 'POST', '/members/leave')],
    [
      'is removed',
      (manager: fixture.Colleague & { memberId: string }) =>
        ask(server, owner, 'DELETE', `/members/${manager.memberId}`),
    ],
    [
      'becomes a member',
      (manager: fixture.Colleague & { memberId: string }) =>
        ask(server, owner, 'PATCH', `/members/${manager.memberId}`, { role: 'member' }),
    ],
    ['is erased', (manager: fixture.Colleague) => fixture.eraseUser(server, manager)],
  ])('ends when the manager who sent it %s', async (_, end) => {
    const manager = await fixture.addColleague(server, owner, 'manager');
    const token = await fixture.inviteByMail(server, manager, person.email);
    expect((await end(manager)).statusCode).toBe(200);
    await expectRefused(token, [
      409,
      'This invitation has ended, because the person who sent it no longer manages the company.',
    ]);
    expect(await listed()).toEqual([]);
  });

  test('stays when the manager who sent it becomes the owner', async () => {
    const manager = await fixture.addColleague(server, owner, 'manager');
    const token = await fixture.inviteByMail(server, manager, person.email);
    const offer = await ask(server, owner, 'POST', '/handovers', { userId: manager.userId });
    await ask(server, manager, 'POST', `/handovers/${offer.json().data._id}/accept`);
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test('goes with the company', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    await server.owner.query('delete from workspaces where id = $1', [owner.workspaceId]);
    expect(failureOf(await accept(person, token))).toEqual([404, NOT_VALID]);
  });

  test('for days that are over can be accepted no longer', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email, { role: 'viewer' });
    await server.owner.query(`update invitations set until = current_date - 2 where email = $1`, [person.email]);
    await expectRefused(token, [409, 'The days that this invitation is for are over. Please ask for another one.']);
  });

  test('gives way to a newer one that is mailed', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    await fixture.letInvitationsAge(server, person.email, '1 minute');
    const response = await ask(server, owner, 'POST', `/invitations/${await newestId()}/resend`);
    expect(response.json().message).toBe(`Invitation sent to ${person.email}`);
    await expectRefused(token, [409, 'A newer link was mailed to you. Please open that one.']);
    expect((await accept(person, fixture.readInvitation(server, person.email))).statusCode).toBe(200);
  });

  test('is not mailed again within half a minute, nor to somebody unknown', async () => {
    await fixture.inviteByMail(server, owner, person.email);
    const response = await ask(server, owner, 'POST', `/invitations/${await newestId()}/resend`);
    expect(failureOf(response)).toEqual([
      429,
      'The invitation has just been sent. Please wait before you send it again.',
    ]);
    const unknown = await ask(server, owner, 'POST', `/invitations/${owner.userId}/resend`);
    expect(failureOf(unknown)).toEqual([404, 'Invitation not found']);
  });
});

describe('a link whose time is over', () => {
  test('shows so, can not be accepted, and brings a new one by one click', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    expect(failureOf(await renew(token))).toEqual([409, 'This link still works: you can accept the invitation.']);
    await fixture.letInvitationsAge(server, person.email, '7 days 1 minute');
    expect((await preview(token)).json().data).toMatchObject({ state: 'expired', companyName: 'Rao & Sons' });
    expect(await listed()).toMatchObject([{ expired: true }]);
    expect(failureOf(await accept(person, token))).toEqual([
      409,
      'The time of this invitation is over. Please ask for a new link.',
    ]);
    const response = await renew(token);
    expect(response.json().message).toBe(`A new link is on its way to ${person.email}`);
    expect(failureOf(await renew(token))).toEqual([409, 'A newer link was mailed to you. Please open that one.']);
    expect((await accept(person, fixture.readInvitation(server, person.email))).statusCode).toBe(200);
  });

  test('brings three new ones and no more, until a manager sends it again', async () => {
    let token = await fixture.inviteByMail(server, owner, person.email);
    for (let time = 0; time < 3; time += 1) {
      await fixture.letInvitationsAge(server, person.email, '8 days');
      expect((await renew(token)).statusCode).toBe(200);
      token = fixture.readInvitation(server, person.email);
    }
    await fixture.letInvitationsAge(server, person.email, '8 days');
    expect(failureOf(await renew(token))).toEqual([
      409,
      'A new link was mailed several times. Please ask the person who invites you.',
    ]);
    expect((await ask(server, owner, 'POST', `/invitations/${await newestId()}/resend`)).statusCode).toBe(200);
    await fixture.letInvitationsAge(server, person.email, '8 days');
    expect((await renew(fixture.readInvitation(server, person.email))).statusCode).toBe(200);
  });
});
