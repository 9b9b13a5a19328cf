import { randomUUIDv7 } from 'node:crypto';
import type { Day } from './digest-days.ts';
import { nth, type Place, type World } from './digest-world.ts';

/** One of several. */
export const pick = <T>({ chance }: World, all: readonly T[]): T => nth(all, Math.floor(chance() * all.length));
export const add = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** Nominal days of a company's items around today, of which something may be said. */
export function daysAround({ model }: World, { model: company }: Place, today: Day): { item: string; day: Day }[] {
  const [from, to] = [add(today, -45), add(today, 10)];
  return model.items.flatMap(({ id, own, first, every }) => {
    if (own !== null && own !== company.id) return [];
    const days: { item: string; day: Day }[] = [];
    for (let n = 0; ; n++) {
      const steps = every ?? { months: 0, days: 0 };
      const day = Temporal.PlainDate.from(first)
        .add({ months: steps.months * n, days: steps.days * n })
        .toString();
      if (day > to) return days;
      if (day >= from || every === null) days.push({ item: id, day });
      if (every === null) return days;
    }
  });
}

interface Said {
  readonly item: string;
  readonly day: Day;
  readonly status: string;
}

/** Records a status of an occurrence. */
export async function say({ server }: World, { owner, model }: Place, { item, day, status }: Said): Promise<void> {
  await server.owner.query(
    `insert into status_entries (id, workspace_id, compliance_item_id, day, user_id, current_status)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (workspace_id, compliance_item_id, day) do update set current_status = $6, checking = null`,
    [randomUUIDv7(), owner.workspaceId, item, day, owner.userId, status],
  );
  model.recorded.set(`${item} ${day}`, status);
}

/** Who may record in a company. */
export function colleagues({ model }: Place): string[] {
  return [...model.roles].filter(([, role]) => role !== 'viewer').map(([id]) => id);
}

export function moment(day: Day, hour: number, minute = 0): Temporal.Instant {
  const time = Temporal.PlainTime.from({ hour, minute });
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'Asia/Kolkata', plainTime: time }).toInstant();
}
