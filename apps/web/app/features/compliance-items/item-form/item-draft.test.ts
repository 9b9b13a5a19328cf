import { expect, test } from 'vitest';
import { makeAct, makeItem } from '../items.fixture.ts';
import {
  draftNewItem,
  draftOfItem,
  findFaults,
  type ItemDraft,
  listChanges,
  partsOfAct,
  readDraft,
  readNewItem,
} from './item-draft.ts';

const ITEM_INSTANT = '2026-11-20T08:00:00.000Z';
const ACT_ID = '0199f000-0000-7000-8000-000000000001';
const FORM = makeField('form');
const AUTHORITY = makeField('authority');
const FIELDS = [FORM, AUTHORITY];
const ITEM = makeItem({
  actId: ACT_ID,
  title: 'File ECR',
  values: { form: { text: 'ECR', isLink: false }, authority: { text: '', isLink: false, locked: true } },
});

function makeField(_id: string) {
  return {
    _id,
    name: _id,
    description: '',
    accessLevel: 'free' as const,
    order: 1,
    isFreeUser: true,
    isPremiumUser: true,
    type: 'text' as const,
    required: false,
    createdAt: ITEM_INSTANT,
    updatedAt: ITEM_INSTANT,
    createdBy: null,
  };
}

function changesBy(change: (draft: ItemDraft) => Partial<ItemDraft>) {
  const draft = draftOfItem(ITEM, FIELDS);
  return listChanges(readDraft(draft), readDraft({ ...draft, ...change(draft) }));
}

test('an empty form is told all its faults at once', () => {
  const draft: ItemDraft = {
    ...draftNewItem(FIELDS),
    minEmployees: 20,
    maxEmployees: 3,
    values: { form: { text: 'javascript:alert(1)', isLink: true } },
    dueDate: { date: '', frequency: 'monthly', description: '', reminderDays: '-1', exceptions: 'soon' },
  };
  expect(findFaults(draft, true)).toEqual({
    actId: 'Please select an Act',
    maxEmployees: 'Maximum employees must be greater than or equal to minimum employees',
    'values.form.text': 'A link must start with http:// or https://',
    'dueDate.date': 'Invalid date format',
    'dueDate.reminderDays': 'Reminder days must be whole numbers from 0 to 366',
    'dueDate.exceptions': 'Please give the days as month and day, such as 04-07',
  });
});

test('fewer than no employees are refused', () => {
  expect(findFaults({ ...draftOfItem(ITEM, FIELDS), minEmployees: -1 }, false)).toEqual({
    minEmployees: 'Minimum employees cannot be negative',
  });
});

test('what an item has passes, and what is left out of a new one is its act’s', () => {
  expect(findFaults(draftOfItem(ITEM, FIELDS), false)).toEqual({});
  const draft = {
    ...draftNewItem(FIELDS),
    actId: ACT_ID,
    dueDate: { ...draftNewItem([]).dueDate, date: '2026-12-15' },
  };
  expect(findFaults(draft, true)).toEqual({});
  expect(readNewItem(draft)).not.toHaveProperty('title');
  expect(findFaults(draft, false)).toEqual({ title: 'Please enter a title' });
});

test('a new item has the values that were given, so that a field without one can go meanwhile', () => {
  const values = { form: { text: 'ECR', isLink: false }, authority: { text: ' ', isLink: true } };
  expect(readNewItem({ ...draftNewItem(FIELDS), values }).values).toEqual({ form: values.form });
});

test('a text that is too long is told so at its field', () => {
  expect(findFaults({ ...draftOfItem(ITEM, FIELDS), title: 'x'.repeat(1_000) }, false)).toEqual({
    title: 'Please use at most 200 characters',
  });
});

test.each(['30/02/2027', '15/12', 'soon'])('%j is no due date', (date) => {
  const draft = draftOfItem(ITEM, FIELDS);
  expect(findFaults({ ...draft, dueDate: { ...draft.dueDate, date } }, false)).toEqual({
    'dueDate.date': 'Invalid date format',
  });
});

test('what never falls due needs no date', () => {
  const dueDate = { date: '', frequency: 'never', description: 'N/A', reminderDays: '', exceptions: '' } as const;
  expect(findFaults({ ...draftOfItem(ITEM, FIELDS), dueDate }, false)).toEqual({});
});

test('an untouched form changes nothing', () => {
  expect(changesBy(() => ({}))).toEqual({});
});

test('only what was changed is sent, within values and due date too', () => {
  expect(changesBy(() => ({ title: 'File the ECR', minEmployees: 20 }))).toEqual({
    title: 'File the ECR',
    minEmployees: 20,
  });
  expect(changesBy(({ dueDate }) => ({ dueDate: { ...dueDate, reminderDays: '5' } }))).toEqual({
    dueDate: { reminderDays: [5] },
  });
  expect(changesBy(() => ({ values: { form: { text: '', isLink: false } } }))).toEqual({
    values: { form: { text: '', isLink: false } },
  });
});

test('a locked value was never seen and is never sent back', () => {
  expect(draftOfItem(ITEM, FIELDS).values).toEqual({ form: { text: 'ECR', isLink: false } });
  expect(readDraft(draftOfItem(ITEM, FIELDS)).values).not.toHaveProperty('authority');
});

test('choosing an act fills in whom it is for', () => {
  const act = { ...makeAct('goa', 'Goa Shops Act'), state: 'Goa' as const, minEmployees: 10, maxEmployees: 50 };
  expect(partsOfAct(act)).toEqual({ state: 'Goa', minEmployees: 10, maxEmployees: 50 });
});
