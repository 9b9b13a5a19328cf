import { randomUUIDv7 } from 'node:crypto';
import { colleagues, daysAround, pick, say } from './digest-choices.ts';
import type { Day } from './digest-days.ts';
import type { Place, World } from './digest-world.ts';

/** A record of something that is due waits for a colleague's check. */
export async function wait(world: World, place: Place, today: Day): Promise<void> {
  const { recorded, waiting } = place.model;
  const open = daysAround(world, place, today).filter(({ item, day }) => !recorded.has(`${item} ${day}`));
  const two = pickTwo(world, colleagues(place));
  if (open.length === 0 || !two) return;
  const { item: itemId, day } = pick(world, open);
  const item = world.model.items.find(({ id }) => id === itemId);
  if (!item || waiting.some(({ key }) => key === `${itemId} ${day}`)) return;
  const id = randomUUIDv7();
  await world.server.owner.query(
    `insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, waits_for)
     values ($1, $2, $3, $4, 'done', '', now(), $5, $5, $6)`,
    [place.owner.workspaceId, id, itemId, day, ...two],
  );
  await world.server.owner.query(
    `insert into status_entries (id, workspace_id, compliance_item_id, day, user_id, current_status, checking)
     values ($1, $2, $3, $4, $5, 'pending', jsonb_build_object('_id', $6::text))`,
    [randomUUIDv7(), place.owner.workspaceId, itemId, day, two[0], id],
  );
  waiting.push({ key: `${itemId} ${day}`, about: { item }, day, author: two[0], checker: two[1] });
}

/** A record of an event's duty waits for a colleague's check; of a complaint, for that of somebody who sees it. */
export async function waitWithDuty(world: World, place: Place): Promise<void> {
  const { duties, waiting } = place.model;
  const open = duties.filter(({ id, isDone }) => !isDone && !waiting.some(({ key }) => key === id));
  if (open.length === 0) return;
  const complaints = open.filter(({ named }) => (named?.length ?? 0) > 1);
  const duty = pick(world, complaints.length > 0 ? complaints : open);
  const isSeeing = (id: string) => duty.named?.includes(id) ?? true;
  const two = pickTwo(world, colleagues(place).filter(isSeeing));
  if (!two) return;
  const id = randomUUIDv7();
  await world.server.owner.query(
    `insert into checks (workspace_id, id, duty_id, seen_by, status, note, made_at, author_id, in_name_of, waits_for)
     values ($1, $2, $3, $4, 'done', '', now(), $5, $5, $6)`,
    [place.owner.workspaceId, id, duty.id, duty.named, ...two],
  );
  await world.server.owner.query(
    `update event_duties set checking = jsonb_build_object('_id', $3::text) where workspace_id = $1 and id = $2`,
    [place.owner.workspaceId, duty.id, id],
  );
  waiting.push({ key: duty.id, about: { duty }, day: duty.day, author: two[0], checker: two[1] });
}

/** Who records, and who checks it. */
function pickTwo(world: World, people: readonly string[]): [author: string, checker: string] | null {
  if (people.length < 2) return null;
  const author = pick(world, people);
  return [
    author,
    pick(
      world,
      people.filter((id) => id !== author),
    ),
  ];
}

/** What waits is approved, and duties are done. */
export async function settleOthers(world: World, place: Place): Promise<void> {
  const { owner, model } = place;
  const checked = model.waiting.shift();
  if (checked) {
    const checker = checked.checker === 'nobody' ? randomUUIDv7() : checked.checker;
    const isItem = 'item' in checked.about;
    await world.server.owner.query(
      `update checks set outcome = 'approved', decided_by = $3, decided_at = now(), decision = ''
       where workspace_id = $1 and coalesce(duty_id::text, compliance_item_id || ' ' || day) = $2 and outcome is null`,
      [owner.workspaceId, checked.key, checker],
    );
    if ('duty' in checked.about) await finish(world, place, checked.about.duty.id);
    else await say(world, place, { item: checked.about.item.id, day: checked.day, status: 'done' });
    if (!isItem) return;
  }
  const duty = model.duties.find(({ id, isDone }) => !isDone && !model.waiting.some(({ key }) => key === id));
  if (duty) await finish(world, place, duty.id);
}

async function finish(world: World, { owner, model }: Place, id: string): Promise<void> {
  await world.server.owner.query(
    `update event_duties set recorded = 'done', checking = null where workspace_id = $1 and id = $2`,
    [owner.workspaceId, id],
  );
  const duty = model.duties.find((one) => one.id === id);
  if (duty) duty.isDone = true;
}
