import { Id } from '@anupalan/contract/wire/primitives';
import { applies } from '@anupalan/domain/applicability';
import { indianDayOf } from '@anupalan/domain/events/deadline';
import { chooseKind, contentOf, partFor, weekFor } from '@anupalan/domain/telling/digest';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { readTrackedWorkspaces } from '../compliance-items/queries-workspace.ts';
import type { MessageContent, MessageKind, WaitingMessage } from '../messages/kinds.ts';
import { toCompanyReach } from '../tracker/company-reach.ts';
import { dayOfKey, inShares, workspacesOf } from './commands-plan.ts';
import type { CompaniesToTell } from './companies-to-tell.ts';
import type { Writing } from './describe-lines.ts';
import { type DigestPart, writeDigest } from './emails-digest.ts';
import { writeMonday } from './emails-monday.ts';
import { writeReminder } from './emails-reminder.ts';
import { readWantedCompanies, type WantedCompany } from './queries-people.ts';
import { type ReminderToWrite, readReminders } from './queries-reminders.ts';

type Contents = ReadonlyMap<string, MessageContent>;

type Given = Pick<Services, 'database' | 'config' | 'now'>;

/** Writes digests, what owners hear of others, summaries and reminders, each as things stand when it is sent. */
export function digestKinds(services: Given, companies: CompaniesToTell): MessageKind[] {
  return [
    { kind: 'digest', compose: (messages, now) => composeDigests(services, companies, { messages, now }) },
    { kind: 'escalation', compose: (messages, now) => composeDigests(services, companies, { messages, now }) },
    { kind: 'monday', compose: (messages, now) => composeMondays(services, companies, { messages, now }) },
    { kind: 'custom', compose: (messages, now) => composeReminders(services, { messages, now }) },
  ];
}

interface Batch {
  readonly messages: readonly WaitingMessage[];
  readonly now: Temporal.Instant;
}

/** Messages of one day with the companies of their readers, so many that not too many companies are read at once. */
async function* sharesOf(
  { database, config }: Given,
  { messages, now }: Batch,
): AsyncGenerator<{
  writing: Writing;
  readers: readonly { message: WaitingMessage; its: readonly WantedCompany[] }[];
}> {
  const wanted = await readWantedCompanies(
    database.pool,
    messages.map(({ userId }) => userId),
  );
  for (const [iso, ofDay] of Map.groupBy(messages, ({ key }) => dayOfKey(key).toString())) {
    const writing = { publicUrl: config.publicUrl, day: Temporal.PlainDate.from(iso), now };
    const byReader = new Map(ofDay.map((message) => [message.userId, message]));
    const theirs = new Map([...byReader.keys()].map((userId) => [userId, wanted.get(userId) ?? []]));
    for (const share of inShares(theirs)) {
      const readers = share.flatMap(([userId, its]) => {
        const message = byReader.get(userId);
        return message ? [{ message, its }] : [];
      });
      yield { writing, readers };
    }
  }
}

/** A digest that has nothing left that would be told of today is left out (R-digests-2). */
async function composeDigests(services: Given, companies: CompaniesToTell, batch: Batch): Promise<Contents> {
  const contents = new Map<string, MessageContent>();
  for await (const { writing, readers } of sharesOf(services, batch)) {
    const days = await companies.ofDay(workspacesOf(readers), writing.day, writing.now);
    const digests = readers.flatMap(({ message, its }) => {
      const parts = its.flatMap(({ workspaceId, kinds }) => {
        const day = days.get(workspaceId);
        return day ? [{ company: day.company, kinds, ...partFor(message.userId, day) }] : [];
      });
      if (chooseKind(parts) === null) return [];
      const kind = message.kind === 'escalation' ? 'escalation' : 'digest';
      const shown = parts
        .map((part): DigestPart => ({ company: part.company, ...contentOf(part, kind, part.kinds) }))
        .filter(({ own, others, waiting }) => own.length + others.length + waiting.length > 0);
      return shown.length > 0 ? [{ message, parts: shown }] : [];
    });
    for (const { message, parts } of digests) {
      contents.set(message.id, writeDigest({ firstName: message.firstName, parts, filedHref: () => null }, writing));
    }
  }
  return contents;
}

async function composeMondays(services: Given, companies: CompaniesToTell, batch: Batch): Promise<Contents> {
  const contents = new Map<string, MessageContent>();
  for await (const { writing, readers } of sharesOf(services, batch)) {
    const weeks = await companies.ofWeek(workspacesOf(readers), writing.day);
    for (const { message, its } of readers) {
      const parts = its.flatMap(({ workspaceId, kinds }) => {
        const week = weeks.get(workspaceId);
        const part = kinds.monday && week ? weekFor(message.userId, week) : null;
        return week && part ? [{ company: week.company, ...part }] : [];
      });
      if (parts.length > 0) contents.set(message.id, writeMonday({ firstName: message.firstName, parts }, writing));
    }
  }
  return contents;
}

/** Reminders of items that the reader still sees, whatever became of their occurrences (R-digests-11). */
async function composeReminders({ database, config }: Given, { messages, now }: Batch): Promise<Contents> {
  const { pool } = database;
  const ids = messages.map(({ about }) => reminderOf(about));
  const reminders = await readReminders(pool, ids);
  const tracked = await readTrackedWorkspaces(pool, [...new Set(reminders.map(({ workspaceId }) => workspaceId))]);
  const today = indianDayOf(now).toString();
  const isShown = ({ workspaceId, itemId, plan, isOwn, rule }: ReminderToWrite) => {
    const workspace = tracked.get(workspaceId);
    if (!workspace?.company) return false;
    const excluded = workspace.exclusions.get(itemId);
    if (excluded && (excluded.until === null || today <= excluded.until)) return false;
    const reach = { ...toCompanyReach(workspace.company.reach), onlyNamedStates: plan === 'free' };
    return isOwn || applies(rule, reach).outcome === 'applies';
  };
  const shown = new Map(reminders.filter(isShown).map((reminder) => [reminder.id, reminder]));
  const contents = new Map<string, MessageContent>();
  for (const { id, about } of messages) {
    const reminder = shown.get(reminderOf(about));
    if (reminder) contents.set(id, writeReminder(reminder, config));
  }
  return contents;
}

const AboutReminder = z.object({ reminderId: Id });

function reminderOf(about: WaitingMessage['about']): string {
  return AboutReminder.parse(about).reminderId;
}
