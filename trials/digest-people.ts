import { add, moment, pick } from './digest-choices.ts';
import type { Day, Kind } from './digest-days.ts';
import type { Place, World } from './digest-world.ts';

const KINDS = ['digest', 'monday', 'custom', 'escalation'] as const satisfies readonly Kind[];

/** What becomes of people on a day: other roles, absences, choices, addresses. */
export async function moveOn(world: World, today: Day): Promise<void> {
  const { chance, places } = world;
  const now = moment(today, 5);
  for (const place of places) if (chance() < 0.02) await chooseUsual(world, place, now);
  if (chance() < 0.08) await changeRole(world);
  if (chance() < 0.1) await goAway(world, today);
  if (chance() < 0.12) await choose(world, now);
  if (chance() < 0.05) await reach(world);
}

/** Somebody gets another role, or comes back after leaving; who is made a viewer or leaves is responsible for nothing. */
async function changeRole(world: World): Promise<void> {
  const place = pick(world, world.places);
  const others = [...place.model.roles].filter(([, role]) => role !== 'owner');
  if (others.length === 0) return;
  const [id] = pick(world, others);
  const role = pick(world, ['manager', 'member', 'member', 'viewer'] as const);
  const until = role === 'viewer' ? '2028-01-01' : null;
  const values = [place.owner.workspaceId, id, role, until];
  if (world.chance() < 0.3) {
    await world.server.owner.query(
      'delete from memberships where workspace_id = $1 and user_id = $2',
      values.slice(0, 2),
    );
    release(place, id);
    await world.server.owner.query(
      'insert into memberships (id, workspace_id, user_id, role, until) values (gen_random_uuid(), $1, $2, $3, $4)',
      values,
    );
  } else {
    const change = 'update memberships set role = $3, until = $4 where workspace_id = $1 and user_id = $2';
    await world.server.owner.query(change, values);
    if (role === 'viewer') release(place, id);
  }
  place.model.roles.set(id, role);
}

function release({ model }: Place, id: string): void {
  for (const [key, { responsible, deputy }] of model.assigned) {
    const keep = (one: string | null) => (one === id ? null : one);
    model.assigned.set(key, { responsible: keep(responsible), deputy: keep(deputy) });
  }
  // Whoever checks waits no more for who left, also when that one comes back.
  for (const one of model.waiting) if (one.checker === id) one.checker = 'nobody';
  for (const one of model.reminders) if (one.person === id) one.state = 'over';
}

async function goAway(world: World, today: Day): Promise<void> {
  const person = pick(world, world.model.people);
  const from = add(today, Math.floor(world.chance() * 5));
  const to = add(from, Math.floor(world.chance() * 12));
  await world.server.owner.query('update users set away_from = $2, away_to = $3 where id = $1', [person.id, from, to]);
  person.away = [from, to];
}

/** In the course of a day somebody chooses another hour, or the one of a company's people. */
export async function chooseAt(world: World, now: Temporal.Instant): Promise<void> {
  if (world.chance() < 0.2) await choose(world, now);
  if (world.chance() < 0.1) await chooseUsual(world, pick(world, world.places), now);
}

/** Somebody chooses their hour and what they are told, or leaves it to the company. */
async function choose(world: World, now: Temporal.Instant): Promise<void> {
  const person = pick(world, world.model.people);
  const kind = pick(world, KINDS);
  person.hour = pick(world, [null, 6, 8, 13, 18, 22]);
  person.hourSetAt = now;
  person.kinds = { ...person.kinds, [kind]: pick(world, [null, null, true, false]) };
  const { digest, monday, custom, escalation } = person.kinds;
  await world.server.owner.query(
    `insert into message_preferences (user_id, hour, digest, monday, custom, escalation, hour_set_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update
       set hour = $2, digest = $3, monday = $4, custom = $5, escalation = $6, hour_set_at = $7`,
    [person.id, person.hour, digest, monday, custom, escalation, `${now}`],
  );
}

async function chooseUsual(world: World, { owner, model }: Place, now: Temporal.Instant): Promise<void> {
  const yes = () => world.chance() < 0.8;
  const kinds = { digest: yes(), monday: yes(), custom: yes(), escalation: yes() };
  model.usual = { hour: pick(world, [6, 8, 13, 18]), hourSetAt: now, kinds };
  await world.server.owner.query(
    `insert into message_defaults (workspace_id, hour, digest, monday, custom, escalation, hour_set_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id) do update
       set hour = $2, digest = $3, monday = $4, custom = $5, escalation = $6, hour_set_at = $7`,
    [owner.workspaceId, model.usual.hour, kinds.digest, kinds.monday, kinds.custom, kinds.escalation, `${now}`],
  );
}

/** Somebody's address refuses mail, or takes it again. */
async function reach(world: World): Promise<void> {
  const person = pick(world, world.model.people);
  person.isReached = !person.isReached;
  const sql = person.isReached
    ? 'delete from unreachable_addresses where user_id = $1'
    : `insert into unreachable_addresses (user_id, address, since, error) select id, primary_email, now(), '550' from users where id = $1`;
  await world.server.owner.query(sql, [person.id]);
}
