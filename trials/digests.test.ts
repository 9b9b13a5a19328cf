import { expect, test } from 'vitest';
import { listJobs } from '../apps/server/src/compose.ts';
import type { Mail } from '../apps/server/src/platform/mail/mailer.ts';
import { startTestApp } from '../apps/server/test/harness.ts';
import { moment } from './digest-choices.ts';
import { live } from './digest-deeds.ts';
import { digestOf, hourOf, type Line, weekOf } from './digest-model.ts';
import { chooseAt, moveOn } from './digest-people.ts';
import { remindersAt } from './digest-reminders.ts';
import { chances, makeWorld } from './digest-world.ts';

/*
 * Simulated days in which people do all that decides what is told, with hours in which no server runs: each person's
 * mails are exactly those that an independent model predicts. `DIGEST_DAYS` and `DIGEST_SEED` choose how many, and which.
 */
const DAYS = Number(process.env.DIGEST_DAYS ?? 20);
const SEED = Number(process.env.DIGEST_SEED ?? 14);
const FIRST_DAY = '2026-06-15';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

test(
  `${DAYS} days of mails are those that the words predict`,
  async () => {
    let now = moment(FIRST_DAY, 5);
    let sent: Mail[] = [];
    const mailer = { deliver: async (mail: Mail) => void sent.push(mail), close: () => {} };
    const server = await startTestApp({ now: () => now, mailer });
    try {
      const chance = chances(SEED);
      const world = await makeWorld(server, chance);
      const jobs = new Map(listJobs(server.services).map((job) => [job.queue, job]));
      const run = (queue: string) => jobs.get(queue)?.run({});
      let moved = 0;
      const counted = { digest: 0, escalation: 0, monday: 0, custom: 0, restricted: 0 };
      for (let n = 0; n < DAYS; n++) {
        const day = Temporal.PlainDate.from(FIRST_DAY).add({ days: n }).toString();
        await live(world, day);
        await moveOn(world, day);
        let planned = 5;
        const told = new Set<string>();
        // Some hours a server is there, and sometimes its clock is set back.
        const hours = [...new Set([6, 8, 13, 18, 22].map((hour) => hour + (chance() < 0.25 ? 1 : 0)))];
        for (const hour of chance() < 0.2 ? [...hours, 9] : hours) {
          if (chance() < 0.15) continue;
          now = moment(day, hour, Math.floor(chance() * 60));
          sent = [];
          await run('plan-digests');
          await run('plan-reminders');
          await run('deliver-messages');
          const expected: [to: string, what: string, lines: readonly Line[]][] = [...remindersAt(world.model, now)];
          for (const person of world.model.people) {
            const its = hourOf(world.model, person, now);
            if (!person.isReached || its === null || its <= planned || its > hour) continue;
            const digest = digestOf(world.model, person, now);
            if (digest && !told.has(`digest ${person.id}`)) expected.push([person.id, digest.kind, digest.lines]);
            const isMonday = Temporal.PlainDate.from(day).dayOfWeek === 1;
            const week = isMonday ? weekOf(world.model, person, now) : null;
            if (week && !told.has(`monday ${person.id}`)) expected.push([person.id, 'monday', week]);
            if (digest) told.add(`digest ${person.id}`);
            if (week) told.add(`monday ${person.id}`);
            if (its !== (person.hour ?? its)) moved++;
          }
          planned = Math.max(planned, hour);
          for (const [, what, lines] of expected) {
            counted[what as keyof typeof counted]++;
            if (lines.some((line) => line.includes('Restricted record |'))) counted.restricted++;
          }
          const heard = sent.map(readMail).toSorted(byReader);
          expect(heard, `${day} ${hour}:00`).toEqual(expected.toSorted(byReader));
          await chooseAt(world, now);
        }
      }
      if (DAYS >= 20) expect(moved).toBeGreaterThan(0);
      // What never happened would have shown nothing; checks of complaints are rare.
      for (const [kind, count] of Object.entries(counted)) {
        if (kind !== 'restricted' || DAYS >= 100) expect(count, kind).toBeGreaterThan(0);
      }
    } finally {
      await server.close();
    }
  },
  180_000 + DAYS * 3_000,
);

function byReader(
  [to, what, lines]: readonly [string, string, readonly Line[]],
  [other, also, others]: readonly [string, string, readonly Line[]],
): number {
  return `${to} ${what} ${lines}` < `${other} ${also} ${others}` ? -1 : 1;
}

/** Who got what: the labels, companies, titles and days that a mail's text names. */
function readMail({ to, subject, text }: Mail): [to: string, what: string, lines: Line[]] {
  const company = /company=([0-9a-f-]+)/.exec(text)?.[1];
  const reminded = /^Reminder: (.*)$/.exec(subject)?.[1];
  if (reminded !== undefined) return [to.split('@')[0] ?? '', 'custom', [`${company} | ${reminded}`]];
  const lines: Line[] = [];
  let label = '';
  let what = subject.startsWith('This week') ? 'monday' : 'escalation';
  for (const block of text.split('\n\n')) {
    if (/^[A-Z ]+$/.test(block)) label = block;
    const waiting = /^(\d+) records? waits? for a check: \S*company=(\S+)$/.exec(block);
    if (waiting) lines.push(`${waiting[1]} to check | ${waiting[2]}`);
    if (!block.startsWith('- ')) continue;
    if (what === 'escalation' && label !== 'WITH YOUR COLLEAGUES') what = 'digest';
    const [name = ''] = block.slice(2).split('\n');
    const company = /company=([0-9a-f-]+)/.exec(block)?.[1];
    const day = /(?:Due|For) \w+, (\d+) (\w+) (\d+)/.exec(block);
    const iso = day ? `${day[3]}-${pad(MONTHS.indexOf(day[2] ?? '') + 1)}-${pad(Number(day[1]))}` : '-';
    const more = /And (\d+) (?:more|later)/.exec(block)?.[1] ?? 0;
    lines.push(`${label} | ${company} | ${name} | ${iso} | ${more}`);
  }
  return [to.split('@')[0] ?? '', what, lines.sort()];
}

function pad(number: number): string {
  return `${number}`.padStart(2, '0');
}
