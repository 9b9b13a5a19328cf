import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { type ComplianceItem, DATE_FAULT, hasDateIfDue, NewComplianceItem } from '@anupalan/contract/compliance-items';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import type { z } from 'zod';
import { type DueDraft, draftOfDue, NEW_DUE, readDueDraft } from './due-draft.ts';

/** Item as the form holds it. */
export type ItemDraft = {
  actId: string | null;
  /** Name of a new act of the company's own; of no item of the catalogue. */
  actName: string;
  title: string;
  description: string;
  state: StateOrAll;
  minEmployees: number | string;
  /** 0 is unlimited. */
  maxEmployees: number | string;
  accessLevel: ComplianceItem['accessLevel'];
  /** Values by field id; locked ones are never sent here, so they are missing. */
  values: Record<string, { text: string; isLink: boolean }>;
  dueDate: DueDraft;
};

/** Draft as requests carry it. */
export type ItemRequest = ReturnType<typeof readDraft>;

export function draftNewItem(fields: readonly ComplianceField[]): ItemDraft {
  return {
    actId: null,
    actName: '',
    title: '',
    description: '',
    state: ALL_STATES,
    minEmployees: 0,
    maxEmployees: 0,
    accessLevel: 'free',
    values: Object.fromEntries(fields.map(({ _id }) => [_id, { text: '', isLink: false }])),
    dueDate: NEW_DUE,
  };
}

export function draftOfItem(item: ComplianceItem, fields: readonly ComplianceField[]): ItemDraft {
  const { actId, title, description, state, minEmployees, maxEmployees, accessLevel } = item;
  const open = fields.filter(({ _id }) => !item.values[_id]?.locked);
  return {
    actId,
    actName: '',
    title,
    description,
    state,
    minEmployees,
    maxEmployees,
    accessLevel,
    values: Object.fromEntries(
      open.map(({ _id }) => [_id, { text: item.values[_id]?.text ?? '', isLink: item.values[_id]?.isLink ?? false }]),
    ),
    dueDate: draftOfDue(item.dueDate),
  };
}

/** State and bounds that an item takes over when its act is chosen (R-catalogue-18). */
export function partsOfAct({ state, minEmployees, maxEmployees }: Act) {
  return { state, minEmployees, maxEmployees };
}

export function readDraft({ actName: _, ...draft }: ItemDraft) {
  return { ...draft, actId: draft.actId ?? '', dueDate: readDueDraft(draft.dueDate) };
}

/**
 * Request for a new item. A missing title becomes the act's (R-catalogue-18); empty values are left out, because one
 * would be refused if its field was deleted meanwhile.
 */
export function readNewItem(draft: ItemDraft) {
  return withoutEmpty(readDraft(draft));
}

/** Request without a missing title and empty values. */
export function withoutEmpty<R extends Pick<ItemRequest, 'title' | 'values'>>({ title, values, ...rest }: R) {
  const given = Object.fromEntries(Object.entries(values).filter(([, { text }]) => text.trim() !== ''));
  return { ...rest, values: given, ...(title.trim() !== '' && { title }) };
}

/** Faults of a draft by field of the form, all at once (R-pages-15). */
export function findFaults(draft: ItemDraft, isNew: boolean): Record<string, string> {
  return listFaults(draft, NewComplianceItem.safeParse(isNew ? readNewItem(draft) : readDraft(draft)).error);
}

/** Faults that a schema found in the request of a draft, by field of the form. */
export function listFaults(draft: ItemDraft, error: z.core.$ZodError | undefined): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error?.issues ?? []) faults[fieldOf(issue.path)] ??= messageOf(issue);
  // The schema checks the date only once the other parts of the due date are valid.
  const { date, frequency } = draft.dueDate;
  if (!hasDateIfDue({ date: date || null, frequency })) faults['dueDate.date'] ??= DATE_FAULT;
  return faults;
}

/** Union issues: the last alternative is the shape that people fill in, the others are for API clients. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}

/** Form field for a path in the request. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const [part = '', detail = 'date'] = path.map(String);
  if (part === 'values' && path.length > 1) return `values.${detail}.text`;
  return part === 'dueDate' ? `dueDate.${detail}` : part;
}

/** Differences between two drafts of an item, which are all that a change sends (R-catalogue-2). */
export function listChanges<R extends Pick<ItemRequest, 'values' | 'dueDate'>>(before: R, after: R) {
  const { values, dueDate, ...parts } = after;
  return {
    ...differing<Omit<R, 'values' | 'dueDate'>>(before, parts),
    ...unlessEmpty('values', differing(before.values, values)),
    ...unlessEmpty('dueDate', differing(before.dueDate, dueDate)),
  };
}

function differing<T extends object>(before: T, after: Partial<T>): Partial<T> {
  const previous = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
  const changed = Object.entries(after).filter(([key, value]) => previous.get(key) !== JSON.stringify(value));
  return Object.fromEntries(changed) as Partial<T>;
}

function unlessEmpty<Name extends string, T extends object>(name: Name, changes: T): { [key in Name]?: T } {
  return Object.keys(changes).length > 0 ? ({ [name]: changes } as { [key in Name]: T }) : {};
}
