import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectFailure, findListed } from '../../../../test/tracked.ts';
import { FIRE, OwnObligations } from './own-obligations.fixture.ts';

const CATALOGUE = '00000000-0000-0000-0000-000000000000';

let own: OwnObligations;

beforeAll(async () => {
  own = await OwnObligations.start();
});

beforeEach(() => own.clear());

afterAll(() => own.world.server.close());

async function versionOf(subject: string): Promise<string> {
  const { rows } = await own.world.server.owner.query(
    'select coalesce(bit_xor(stamp), 0)::text as version from versions where subject_id = $1',
    [subject],
  );
  return rows[0].version;
}

describe('an obligation of the company’s own (R-registrations-11)', () => {
  test('stands in its list after the catalogue’s, with everything that an item has, and with an act of its own', async () => {
    const { premium, colleague, free } = own.world.people;
    const item = await own.addWell(premium, { ...FIRE, values: { [own.form]: { text: 'Form 9', isLink: false } } });
    expect(item).toMatchObject({
      own: true,
      title: FIRE.title,
      state: '-',
      srNo: 2,
      accessLevel: 'free',
      provenance: null,
      createdBy: premium.userId,
      trackedFrom: expect.stringMatching(/T00:00:00.000Z$/),
      values: { [own.form]: { text: 'Form 9', isLink: false }, [own.secret]: { text: '', isLink: false } },
      dueDate: { date: '2026-12-01T00:00:00.000Z', frequency: 'yearly', reminderDays: [14] },
    });
    for (const person of [premium, colleague]) {
      const list = await own.list(person);
      expect(list.map(({ _id }) => _id)).toEqual([own.world.items.one, own.world.items.other, item._id]);
      const whole = list.at(-1);
      expect({ ...whole, userId: '' }).toEqual({ ...item, userId: '' });
    }
    expect(await own.listActs(premium)).toContainEqual(
      expect.objectContaining({ _id: item.actId, name: 'Fire safety', own: true }),
    );
    expect((await own.list(free)).map(({ _id }) => _id)).not.toContain(item._id);
    expect((await own.listActs(free)).some(({ own }) => own)).toBe(false);
  });

  test('may stand under an act of the catalogue, and is for its company in whatever state it is said to be', async () => {
    const { premium } = own.world.people;
    const [act] = await own.listActs(premium);
    const item = await own.addWell(premium, {
      ...FIRE,
      actName: undefined,
      actId: act?._id,
      title: undefined,
      state: 'Goa',
    });
    expect(item).toMatchObject({ actId: act?._id, title: act?.name, state: 'Goa' });
    expect(await findListed(own.world, premium, item._id)).toMatchObject({ own: true, state: 'Goa' });
    const recorded = await own.send(premium, 'PATCH', `data/${item._id}/status`, {
      userId: premium.userId,
      status: 'done',
      forDate: '2026-12-01',
    });
    expect(recorded.statusCode).toBe(200);
  });

  test('the same name in other capitals is the same act, which goes with its last obligation', async () => {
    const { premium } = own.world.people;
    const one = await own.addWell(premium);
    const two = await own.addWell(premium, { ...FIRE, actName: 'FIRE SAFETY' });
    expect(two.actId).toBe(one.actId);
    await own.send(premium, 'DELETE', `own/${one._id}`);
    expect((await own.listActs(premium)).some(({ own }) => own)).toBe(true);
    const [act] = (await own.listActs(premium)).filter(({ own }) => !own);
    const moved = await own.send(premium, 'PATCH', `own/${two._id}`, { actId: act?._id });
    expect(moved.json().data.actId).toBe(act?._id);
    expect((await own.listActs(premium)).some(({ own }) => own)).toBe(false);
  });

  test('of a free company shows that a premium value is there and not what it is', async () => {
    const { free } = own.world.people;
    const item = await own.addWell(free, { ...FIRE, values: { [own.secret]: { text: 'Much', isLink: false } } });
    expect(item.values[own.secret]).toEqual({ text: '', isLink: false, locked: true });
    expect(JSON.stringify(await own.list(free))).not.toContain('Much');
  });

  test('is in an answer that is too large for one piece', async () => {
    const { premium } = own.world.people;
    const item = await own.addWell(premium);
    const entries = `
      insert into status_entries (workspace_id, compliance_item_id, day, id, current_status)
      select $1, item, '2025-11-25'::date + n, overlay(gen_random_uuid()::text placing '7' from 15)::uuid, 'done'
      from unnest($2::uuid[]) item, generate_series(1, 1000) n`;
    await own.world.server.owner.query(entries, [
      premium.workspaceId,
      [own.world.items.one, own.world.items.other, item._id],
    ]);
    try {
      const list = await own.list(premium);
      expect(list.map(({ _id }) => _id)).toEqual([own.world.items.one, own.world.items.other, item._id]);
      expect(list.at(-1)?.statusHistory.length).toBe(1_000);
    } finally {
      await own.world.server.owner.query('delete from status_entries where workspace_id = $1', [premium.workspaceId]);
    }
  });
});

describe('changing', () => {
  test('what is left out stays; of those who edit the same version the first wins', async () => {
    const { premium, colleague } = own.world.people;
    const item = await own.addWell(premium, { ...FIRE, values: { [own.form]: 'Form 9' } });
    const changed = await own.send(colleague, 'PATCH', `own/${item._id}`, {
      title: 'Refill the extinguishers',
      dueDate: { frequency: 'half-yearly' },
      accessLevel: 'premium',
      updatedAt: item.updatedAt,
    });
    expect(changed.json()).toMatchObject({
      message: 'Obligation updated successfully',
      data: {
        title: 'Refill the extinguishers',
        accessLevel: 'free',
        values: { [own.form]: { text: 'Form 9' } },
        dueDate: { date: '2026-12-01T00:00:00.000Z', frequency: 'half-yearly', description: 'Before the fire drill' },
      },
    });
    expectFailure(
      await own.send(premium, 'PATCH', `own/${item._id}`, { title: 'Late', updatedAt: item.updatedAt }),
      409,
      'This obligation was changed by someone else. Reload and try again.',
    );
  });

  test('raises the company’s version and nobody else’s, nor the catalogue’s', async () => {
    const { premium, free } = own.world.people;
    const item = await own.addWell(premium);
    const others = await Promise.all([CATALOGUE, free.workspaceId].map(versionOf));
    const seen = new Set([await versionOf(premium.workspaceId)]);
    const changes: (() => Promise<unknown>)[] = [
      () => own.addWell(premium, { ...FIRE, values: { [own.form]: 'Form 9' } }),
      () => own.send(premium, 'PATCH', `own/${item._id}`, { title: 'Other' }),
      () => own.send(premium, 'PATCH', `own/${item._id}`, { values: { [own.form]: 'Form 10' } }),
      () => own.send(premium, 'PATCH', `own/${item._id}`, { actName: 'Another act' }),
      () => own.send(premium, 'DELETE', `own/${item._id}`),
    ];
    for (const change of changes) {
      await change();
      seen.add(await versionOf(premium.workspaceId));
    }
    expect(seen.size).toBe(changes.length + 1);
    expect(await Promise.all([CATALOGUE, free.workspaceId].map(versionOf))).toEqual(others);
  });

  test('is seen at the next reading, though the answer before was kept', async () => {
    const { premium } = own.world.people;
    const item = await own.addWell(premium);
    for (const title of ['First', 'Second']) {
      await own.send(premium, 'PATCH', `own/${item._id}`, { title });
      for (let n = 0; n < 2; n++) expect((await own.list(premium)).at(-1)?.title).toBe(title);
    }
  });
});

test('what was done is in the company’s activity', async () => {
  const { premium } = own.world.people;
  const item = await own.addWell(premium);
  await own.send(premium, 'PATCH', `own/${item._id}`, { title: 'Refill' });
  await own.send(premium, 'DELETE', `own/${item._id}`);
  const { rows } = await own.world.server.owner.query(
    `select what, about, by from activity where about->>'itemId' = $1 order by id`,
    [item._id],
  );
  expect(rows).toEqual([
    { what: 'own-obligations.create', about: { itemId: item._id, name: FIRE.title }, by: premium.userId },
    {
      what: 'own-obligations.update',
      about: { itemId: item._id, name: 'Refill', fields: ['title'] },
      by: premium.userId,
    },
    { what: 'own-obligations.delete', about: { itemId: item._id, name: 'Refill' }, by: premium.userId },
  ]);
});
