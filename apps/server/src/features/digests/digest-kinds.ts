import { Id } from '@anupalan/contract/wire/primitives';
import { applies } from '@anupalan/domain/applicability';
import { indianDayOf } from '@anupalan/domain/calendar-day';
import { weekFor } from '@anupalan/domain/telling/digest';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { readTrackedWorkspaces } from '../compliance-items/queries-workspace.ts';
import { createFilingLinks } from '../filing-links/commands.ts';
import type { MessageContent, MessageKind, WaitingMessage } from '../messages/kinds.ts';
import { toCompanyReach } from '../tracker/company-reach.ts';
import { workspacesOf } from './commands-plan.ts';
import type { CompaniesToTell, LineOfDay } from './companies-to-tell.ts';
import { linesToFile, writeDigest } from './emails-digest.ts';
import { writeMonday } from './emails-monday.ts';
import { writeReminder } from './emails-reminder.ts';
import { type ReminderToWrite, readReminders } from './queries-reminders.ts';
import { type ReadDigest, readDigests, sharesOf } from './read-digests.ts';

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

async function composeDigests(services: Given, companies: CompaniesToTell, batch: Batch): Promise<Contents> {
  const contents = new Map<string, MessageContent>();
  for await (const { day, digests } of readDigests(services, companies, batch)) {
    const { publicUrl } = services.config;
    const tokens = await makeFilingLinks(services, digests);
    for (const { message, parts } of digests) {
      const { firstName } = message;
      const filedHref = (line: LineOfDay) => {
        const token = tokens.get(message)?.get(line);
        return token && `${publicUrl}/filed#${token}`;
      };
      const writing = { publicUrl, day, now: batch.now };
      contents.set(message.id, writeDigest({ firstName, parts, filedHref }, writing));
    }
  }
  return contents;
}

type FilingTokens = ReadonlyMap<WaitingMessage, ReadonlyMap<LineOfDay, string>>;

/** Makes the links by which readers say that lines are filed, of all digests at once (R-filing-links-1). */
async function makeFilingLinks(
  { database }: Given,
  digests: readonly ReadDigest<WaitingMessage>[],
): Promise<FilingTokens> {
  const lines = digests.flatMap(({ message, parts }) => linesToFile(parts).map((line) => ({ message, line })));
  const rows = lines.map(({ message: { id: messageId, userId }, line: { workspaceId, item, occurrence } }) => {
    return { messageId, userId, workspaceId, itemId: item.id, day: occurrence.iso };
  });
  const made = await database.db.transaction().execute((trx) => createFilingLinks(trx, rows));
  const tokens = new Map<WaitingMessage, Map<LineOfDay, string>>();
  for (const [n, { message, line }] of lines.entries()) {
    const token = made[n];
    const ofMessage = tokens.get(message) ?? new Map<LineOfDay, string>();
    if (token) tokens.set(message, ofMessage.set(line, token));
  }
  return tokens;
}

async function composeMondays(services: Given, companies: CompaniesToTell, batch: Batch): Promise<Contents> {
  const contents = new Map<string, MessageContent>();
  for await (const { day, readers } of sharesOf(services, batch.messages)) {
    const writing = { publicUrl: services.config.publicUrl, day, now: batch.now };
    const weeks = await companies.ofWeek(workspacesOf(readers), day);
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
