import { randomUUIDv7 } from 'node:crypto';
import { settleOthers, wait, waitWithDuty } from './digest-checks.ts';
import { add, colleagues, daysAround, moment, pick, say } from './digest-choices.ts';
import type { Day } from './digest-days.ts';
import { acknowledge, remind } from './digest-reminders.ts';
import { nth, type Place, type World } from './digest-world.ts';

/** What people do on a day, each now and then, in the database and in the model alike. */
export async function live(world: World, today: Day): Promise<void> {
  const { chance, places } = world;
  for (const place of places) {
    await record(world, place, today);
    if (chance() < 0.15) await assignSomething(world, place);
    if (chance() < 0.04) await setCompanyDay(world, place, today);
    if (chance() < 0.05) await addHoliday(world, place, today);
    if (chance() < 0.02) await exclude(world, place, today);
    if (chance() < 0.08) await addDuty(world, place, today);
    if (chance() < 0.06) await wait(world, place, today);
    if (chance() < 0.15) await waitWithDuty(world, place);
    if (chance() < 0.3) await settleOthers(world, place);
    if (chance() < 0.25) await remind(world, place, today);
    if (chance() < 0.1) await acknowledge(world, place);
  }
  if (chance() < 0.05) await extend(world, today);
}

/** Most of what is due is done near its day, some late, some said to be on hold or not done, some opened again. */
async function record(world: World, place: Place, today: Day): Promise<void> {
  for (const { item, day } of daysAround(world, place, today)) {
    const late = Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(today)).days;
    if (world.chance() > (late < -3 ? 0.01 : late > 20 ? 0.03 : 0.09)) continue;
    if (place.model.waiting.some(({ key }) => key === `${item} ${day}`)) continue;
    await say(world, place, { item, day, status: pick(world, STATUSES) });
  }
}

const STATUSES = [...Array(7).fill('done'), 'not-done', 'on-hold', 'not-applicable', 'pending'] as readonly string[];

async function assignSomething(world: World, place: Place): Promise<void> {
  const { server, model, acts } = world;
  const shared = model.items.filter(({ own }) => own === null || own === place.model.id);
  const scope = pick(world, ['company', 'act', 'item', 'item']);
  const key = scope === 'company' ? '' : scope === 'act' ? pick(world, acts) : pick(world, shared).id;
  const somebody = () => (world.chance() < 0.3 ? null : pick(world, colleagues(place)));
  const line = { responsible: somebody(), deputy: somebody() };
  await server.owner.query(
    `insert into assignments (workspace_id, compliance_item_id, act_id, responsible_id, deputy_id)
     values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, compliance_item_id, act_id) do update set responsible_id = $4, deputy_id = $5`,
    [
      place.owner.workspaceId,
      scope === 'item' ? key : null,
      scope === 'act' ? key : null,
      line.responsible,
      line.deputy,
    ],
  );
  place.model.assigned.set(key, line);
}

async function setCompanyDay(world: World, place: Place, today: Day): Promise<void> {
  const ahead = daysAround(world, place, add(today, 12)).filter(({ day }) => day > today);
  if (ahead.length === 0) return;
  const { item, day } = pick(world, ahead);
  const own = add(day, Math.floor(world.chance() * 24) - 12);
  await world.server.owner.query(
    `insert into company_days (workspace_id, compliance_item_id, day, company_day, set_by) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, compliance_item_id, day) do update set company_day = $4`,
    [place.owner.workspaceId, item, day, own, place.owner.userId],
  );
  place.model.companyDays.set(`${item} ${day}`, own);
}

async function addHoliday(world: World, { owner, model }: Place, today: Day): Promise<void> {
  const day = add(today, Math.floor(world.chance() * 30));
  await world.server.owner.query(
    `insert into holidays (workspace_id, id, day, name) values ($1, $2, $3, 'Ours') on conflict do nothing`,
    [owner.workspaceId, randomUUIDv7(), day],
  );
  model.holidays.add(day);
}

async function exclude(world: World, { owner, model }: Place, today: Day): Promise<void> {
  const shared = world.model.items.filter(({ own }) => own === null);
  const { id } = pick(world, shared);
  const until = add(today, Math.floor(world.chance() * 20));
  await world.server.owner.query(
    `insert into exclusions (workspace_id, compliance_item_id, reason, until, excluded_by) values ($1, $2, 'No', $3, $4)
     on conflict (workspace_id, compliance_item_id) do update set until = $3`,
    [owner.workspaceId, id, until, owner.userId],
  );
  model.excluded.set(id, until);
}

let duties = 0;

/** A duty of an event, now and then of a complaint, now and then with a time of day. */
async function addDuty(world: World, place: Place, today: Day): Promise<void> {
  const { server, chance, acts } = world;
  const day = add(today, Math.floor(chance() * 9));
  const isNamed = chance() < 0.4;
  const at = chance() < 0.4 ? moment(day, Math.floor(chance() * 24)) : null;
  const [event, duty, act] = [randomUUIDv7(), randomUUIDv7(), pick(world, acts)];
  const seeing = [...new Set([pick(world, colleagues(place)), pick(world, colleagues(place))])];
  const title = `Duty ${++duties}`;
  await server.owner.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, named, recorded_by)
     values ($1, $2, 'accident', '1', '{"name": "Accident"}', $3, '-', 'A. B.', $4, $5, $6)`,
    [
      place.owner.workspaceId,
      event,
      isNamed ? 'named' : 'company',
      `${today}T00:00:00Z`,
      isNamed ? seeing.slice(1) : [],
      seeing[0],
    ],
  );
  await server.owner.query(
    `insert into event_duties (workspace_id, id, event_id, position, title, act_id, definition, standing, due_day, due_at)
     values ($1, $2, $3, 1, $4, $5, '{}', 'open', $6, $7)`,
    [place.owner.workspaceId, duty, event, title, act, day, at?.toString() ?? null],
  );
  const named = isNamed ? seeing : null;
  place.model.duties.push({ id: duty, title, act, day, at, named, isDone: false });
}

/** An administrator publishes an extension of something that is due soon, for all states or one. */
async function extend(world: World, today: Day): Promise<void> {
  const shared = daysAround(world, nth(world.places, 0), add(today, 5)).filter(({ item, day }) => {
    const found = world.model.items.find(({ id }) => id === item);
    return day >= today && found?.own === null;
  });
  if (shared.length === 0) return;
  const { item, day } = pick(world, shared);
  if (world.model.extensions.some((one) => one.item === item && one.day === day)) return;
  const states = world.chance() < 0.5 ? [] : [pick(world, ['Kerala', 'Goa', 'Karnataka'])];
  const newDay = add(day, 1 + Math.floor(world.chance() * 25));
  await world.server.owner.query(
    `insert into extensions (id, compliance_item_id, day, new_day, states, authority, link, published_by)
     values ($1, $2, $3, $4, $5, 'EPFO', 'https://example.in', $1)`,
    [randomUUIDv7(), item, day, newDay, states],
  );
  world.model.extensions.push({ item, day, newDay, states });
}
