import type { MayApply } from '@anupalan/contract/applicability/items';
import { describe, expect, test } from 'vitest';
import { findNatureQuestion, groupQuestions } from './group-questions.ts';

type Asked = Partial<MayApply['question']>;

function item(_id: string, asked: Asked): MayApply {
  const question: MayApply['question'] = {
    key: 'nature',
    kind: 'nature',
    question: 'What is this place?',
    explanation: '',
    answers: [],
    answeredFor: 'establishment',
    establishmentId: 'office',
    state: 'Goa',
    ...asked,
  };
  return { _id, actId: 'act', title: `Item ${_id}`, state: 'Goa', question };
}

const groupsOf = (...items: MayApply[]) =>
  groupQuestions(items).map(({ itemId, items: asking }) => [itemId, ...asking.map(({ _id }) => _id)]);

describe('items are under one question', () => {
  test.each<[string, Asked, Asked]>([
    ['of the same establishment', {}, {}],
    ['of the company', { answeredFor: 'company', key: 'a' }, { answeredFor: 'company', key: 'a', state: 'Kerala' }],
    ['of a state without an establishment', { establishmentId: null }, { establishmentId: null }],
  ])('%s', (_, one, other) => {
    expect(groupsOf(item('1', one), item('2', other))).toEqual([[null, '1', '2']]);
  });
});

describe('items are under questions of their own', () => {
  test.each<[string, Asked, Asked]>([
    ['of two establishments', {}, { establishmentId: 'works' }],
    ['of two states without one', { establishmentId: null }, { establishmentId: null, state: 'Kerala' }],
    ['with different words', {}, { key: 'city' }],
  ])('%s', (_, one, other) => {
    expect(groupsOf(item('1', one), item('2', other))).toEqual([
      [null, '1'],
      [null, '2'],
    ]);
  });

  test('answered for one item each', () => {
    const asked = { key: 'authority-asks', answeredFor: 'item', establishmentId: null } as const;
    expect(groupsOf(item('1', asked), item('2', asked))).toEqual([
      ['1', '1'],
      ['2', '2'],
    ]);
  });
});

test('the dashboard asks what a place is, and not of a state in which none is listed', () => {
  expect(findNatureQuestion([item('1', { establishmentId: null }), item('2', { key: 'city' })])).toBeUndefined();
  expect(findNatureQuestion([item('1', { key: 'city' }), item('2', {})])?.establishmentId).toBe('office');
});
