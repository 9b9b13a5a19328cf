import { expect, test } from 'vitest';
import { inCatalogue } from '../../../../test/catalogue.ts';
import { retireItems } from '../../catalogue/commands-retire.ts';
import { readEdition } from '../../catalogue/edition.ts';
import { approve, assign, beginWithTeam, queueOf, recordWaiting, team, world } from './team.fixture.ts';

beginWithTeam();

test('what waits goes to the checker of the item that its own went into, unless that one made it', async () => {
  const { items, server } = world;
  await assign(team.owner, { scope: 'item', ids: [items.other], checker: team.manager.userId });
  const theirs = await recordWaiting(team.member, { forDate: '2026-12-15' });
  const own = await recordWaiting(team.manager, { forDate: '2027-01-15' });
  const edition = await readEdition();
  const retired = [{ key: 'first', into: 'second', reason: 'One form', records: [], source: 'https://example.in' }];
  await server.owner.query(`update compliance_items set catalogue_key = 'first' where id = $1`, [items.one]);
  await server.owner.query(`update compliance_items set catalogue_key = 'second' where id = $1`, [items.other]);
  await inCatalogue(server.services.database.db, (trx) => retireItems(trx, { ...edition, retired }));
  expect(await queueOf(team.manager)).toEqual([theirs]);
  expect(await queueOf(team.checker)).toEqual([own]);
  expect((await approve(team.manager, theirs)).statusCode).toBe(200);
  expect((await approve(team.checker, own)).statusCode).toBe(200);
});
