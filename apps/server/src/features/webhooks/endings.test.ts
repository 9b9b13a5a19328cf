import { expect, test } from 'vitest';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import { ADDRESS, WebhookWorld } from './webhook-calls.fixture.ts';

test('who is a manager no more, or signed in no more, while they add a webhook, has added none', async () => {
  const hooks = await WebhookWorld.start();
  const { server, people } = hooks.world;
  const { premium } = people;
  const headers = { 'x-company': await companyOf(server.services, premium) };
  const payload = { address: ADDRESS, events: ['status.recorded'] };
  for (const [ending, status] of [
    [`update memberships set role = 'member' where workspace_id = $2 and user_id = $1`, 403],
    ['delete from sessions where user_id = $1', 401],
  ] as const) {
    const person = await addPerson(server.services);
    await join(server.services, person, premium, { role: 'manager' });
    const held = `
      with held as (select from workspaces where id = $2 for update), ended as (${ending} returning 1)
      select count(*) from held, ended`;
    const [response] = await callWhileHeld(server, [held, person.userId, premium.workspaceId], () => [
      server.call({ method: 'POST', url: '/api/webhooks', token: person.token, headers, payload }),
    ]);
    expect(response?.statusCode, ending).toBe(status);
  }
  expect(await hooks.list(premium)).toEqual([]);
  await hooks.close();
});
