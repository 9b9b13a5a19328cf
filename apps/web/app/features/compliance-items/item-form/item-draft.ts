import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  type ComplianceItem,
  type ComplianceItemChanges,
  DATE_FAULT,
  hasDateIfDue,
  NewComplianceItem,
} from '@anupalan/contract/compliance-items';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import type { z } from 'zod';
import { type DueDraft, draftOfDue, NEW_DUE, readDueDraft } from './due-draft.ts';

/** An item as the form holds it. */
export interface ItemDraft {
  actId: string | null;
  title: string;
  description: string;
  state: StateOrAll;
  minEmployees: number | string;
  /** 0 is unlimited. */
  maxEmployees: number | string;
  accessLevel: ComplianceItem['accessLevel'];
  /** By field id; what is locked was never seen and is not here. */
  values: Record<string, { text: string; isLink: boolean }>;
  dueDate: DueDraft;
}

/** A draft as requests carry it. */
export type ItemRequest = ReturnType<typeof readDraft>;

export function draftNewItem(fields: readonly ComplianceField[]): ItemDraft {
  return {
    actId: null,
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

/** What an item takes from its act when that is chosen (specification 2, section 2). */
export function partsOfAct({ state, minEmployees, maxEmployees }: Act) {
  return { state, minEmployees, maxEmployees };
}

export function readDraft(draft: ItemDraft) {
  return { ...draft, actId: draft.actId ?? '', dueDate: readDueDraft(draft.dueDate) };
}

/**
 * A new item's request: without a title it is called as its act. What is empty is no value; sent, it would be refused
 * if its field was deleted meanwhile.
 */
export function readNewItem(draft: ItemDraft) {
  const { title, values, ...rest } = readDraft(draft);
  const given = Object.fromEntries(Object.entries(values).filter(([, { text }]) => text.trim() !== ''));
  return { ...rest, values: given, ...(title.trim() !== '' && { title }) };
}

/** What the contract says against a draft: every fault at once, by the form's fields. */
export function findFaults(draft: ItemDraft, isNew: boolean): Record<string, string> {
  const { error } = NewComplianceItem.safeParse(isNew ? readNewItem(draft) : readDraft(draft));
  const faults: Record<string, string> = {};
  for (const issue of error?.issues ?? []) faults[fieldOf(issue.path)] ??= messageOf(issue);
  // The schema looks at the date only once the other parts of the due date are right.
  const { date, frequency } = draft.dueDate;
  if (!hasDateIfDue({ date: date || null, frequency })) faults['dueDate.date'] ??= DATE_FAULT;
  return faults;
}

/** Of alternatives the last is what people fill in; the others stand for nothing. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}

/** The field of the form that a path in the request is about. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const [part = '', detail = 'date'] = path.map(String);
  if (part === 'values' && path.length > 1) return `values.${detail}.text`;
  return part === 'dueDate' ? `dueDate.${detail}` : part;
}

/** What differs between two drafts of an item: all that a change has to send. */
export function listChanges(before: ItemRequest, after: ItemRequest): z.input<typeof ComplianceItemChanges> {
  const { values, dueDate, ...parts } = after;
  return {
    ...differing(before, parts),
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
