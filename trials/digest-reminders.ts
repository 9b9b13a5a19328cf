import { randomUUIDv7 } from 'node:crypto';
import { add, moment, pick } from './digest-choices.ts';
import { type Day, dayIn, isOfCompany, type ModelCompany, type ModelReminder, type ModelWorld } from './digest-days.ts';
import { type Line, wants } from './digest-model.ts';
import type { Place, World } from './digest-world.ts';

/** Somebody, also a viewer, wants to be reminded of an obligation at a minute of the coming days. */
export async function remind(world: World, { owner, model }: Place, today: Day): Promise<void> {
  const item = pick(
    world,
    world.model.items.filter(({ own }) => own === null || own === model.id),
  );
  const person = pick(world, [...model.roles.keys()]);
  const day = add(today, Math.floor(world.chance() * 4));
  const at = moment(day, Math.floor(world.chance() * 24), Math.floor(world.chance() * 60));
  await world.server.owner.query(
    `insert into custom_reminders (workspace_id, id, compliance_item_id, user_id, reminder_at) values ($1, $2, $3, $4, $5)`,
    [owner.workspaceId, randomUUIDv7(), item.id, person, `${at}`],
  );
  model.reminders.push({ item, person, at, state: 'waiting' });
}

/** Whoever set one has seen it. */
export async function acknowledge(world: World, { owner, model }: Place): Promise<void> {
  const open = model.reminders.filter(({ state }) => state !== 'over');
  if (open.length === 0) return;
  const reminder = pick(world, open);
  await world.server.owner.query(
    `update custom_reminders set acknowledged_at = now()
     where workspace_id = $1 and compliance_item_id = $2 and user_id = $3 and reminder_at = $4`,
    [owner.workspaceId, reminder.item.id, reminder.person, `${reminder.at}`],
  );
  reminder.state = 'over';
}

/** A look for reminders and the mails that leave then: whose minute came within a day, once each. */
export function remindersAt(world: ModelWorld, now: Temporal.Instant): [to: string, what: 'custom', lines: Line[]][] {
  const told: [string, 'custom', Line[]][] = [];
  for (const company of world.companies) {
    for (const reminder of company.reminders) {
      const late = now.since(reminder.at).total('seconds');
      if (reminder.state === 'waiting' && late >= -90 && late < 24 * 3_600) reminder.state = 'queued';
      if (reminder.state !== 'queued' || late < 0) continue;
      reminder.state = 'over';
      if (isTold(world, company, reminder, dayIn(now))) {
        told.push([reminder.person, 'custom', [`${company.id} | ${reminder.item.title}`]]);
      }
    }
  }
  return told;
}

function isTold(world: ModelWorld, company: ModelCompany, { item, person: id }: ModelReminder, today: Day): boolean {
  const person = world.people.find((one) => one.id === id);
  if (!person?.isReached || company.isFrozen || !company.roles.has(id)) return false;
  return wants(person, company, 'custom') && isOfCompany(company, item, today);
}
