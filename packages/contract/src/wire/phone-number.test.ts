import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phone } from './primitives.ts';

test.each([
  ['9876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['022-2400 1234', '2224001234'],
  ['+919876543210', '9876543210'],
  ['98765-43210', '9876543210'],
  ['0091 98765.43210', '9876543210'],
  ['91-9876543210', '9876543210'],
  ['(+91) [98765] 43210', '9876543210'],
  ['\u202a+91\u00a098765\u201143210\u202c', '9876543210'],
  ['+91\u300098765 43210', '9876543210'],
  ['+91 (0) 98765 43210', '9876543210'],
  ['+91-0-9876543210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
  ['+९१ ९८७६५४३२१०', '9876543210'],
  ['９８７６５４３２１０', '9876543210'],
  ['＋９１ ９８７６５ ４３２１０', '9876543210'],
  // Ten digits that begin as a prefix does are a number.
  ['9198765432', '9198765432'],
  ['0987654321', '0987654321'],
  // Other numbers are what the rule takes, unchanged.
  ['98765432101234', '98765432101234'],
  ['00919876543', '0919876543'],
])('%j is taken as %s', (typed, number) => {
  expect(phone().parse(typed)).toBe(number);
});

test.each([
  ['+971 50 123 4567', 'Please enter only numbers'],
  ['+91 98765 4321012', 'Please enter only numbers'],
  ['98765/43210', 'Please enter only numbers'],
  ['+91 (0) 98765 432101', 'Please enter only numbers'],
  ['৯৮৭৬৫৪৩২১০', 'Please enter only numbers'],
  ['98765 4321', 'Phone number must be at least 10 digits'],
  ['+91 98765', 'Phone number must be at least 10 digits'],
  ['', 'Phone number must be at least 10 digits'],
  ['9'.repeat(16), 'Phone number must be at most 15 digits'],
])('%j is refused: %s', (typed, fault) => {
  expect(phone().safeParse(typed).error?.issues[0]?.message).toBe(fault);
});

test('spellings of one number are taken as one number', () => {
  const digits = fc.stringMatching(/^[1-9]\d{9}$/);
  const prefix = fc.constantFrom('', '+91', '0091', '91', '0', '(+91)', '+ 91', '0 ');
  const signs = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0', '(', ')', '\u2013'), {
    minLength: 10,
    maxLength: 10,
  });
  fc.assert(
    fc.property(digits, prefix, signs, (number, before, between) => {
      const typed = before + [...number].map((digit, at) => `${between[at]}${digit}`).join('');
      expect(phone().parse(typed)).toBe(number);
    }),
  );
});
