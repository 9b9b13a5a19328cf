import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REGISTRATION_KINDS } from './kinds.ts';
import { normaliseNumber, numberExample, numberFault } from './numbers.ts';

describe('numbers of a published form, as people type them (R-registrations-3)', () => {
  test.each([
    ['pan', ' aapfu0939f ', 'AAPFU0939F'],
    ['tan', 'blra 12345 b', 'BLRA12345B'],
    ['gstin', '27aapfu0939f1zv', '27AAPFU0939F1ZV'],
    ['gstin', '29AAGCB7383J1Z4', '29AAGCB7383J1Z4'],
    ['cin', 'u72200ka2013ptc097389', 'U72200KA2013PTC097389'],
    ['udyam', 'udyam kr 03 0001234', 'UDYAM-KR-03-0001234'],
    ['udyam', 'UDYAM-KR-03-0001234', 'UDYAM-KR-03-0001234'],
    ['epf', 'BG/BNG/0012345/000', 'BGBNG0012345000'],
    ['epf', 'bgbng0012345', 'BGBNG0012345000'],
    ['epf', 'TH/VSH/118363', 'THVSH0118363000'],
    ['epf', 'TH/VSH/118363/00A', 'THVSH011836300A'],
    ['epf', 'TH-VSH-118363-b', 'THVSH011836300B'],
    ['epf', 'KDMAL0045678000', 'KDMAL0045678000'],
    ['esi', '53-00-012345-000-0999', '53000123450000999'],
    ['esi', '31–00–123456–000–0001'.replaceAll('–', '-'), '31001234560000001'],
    ['gstin', '0717USA00009UNQ', '0717USA00009UNQ'],
    ['cin', 'L17110MH1973PLC019786', 'L17110MH1973PLC019786'],
    ['fssai', '112 2334 4000 123', '11223344000123'],
    ['fssai', '21223344000123', '21223344000123'],
  ] as const)('%s %j is %s', (kind, typed, number) => {
    expect(normaliseNumber(kind, typed)).toBe(number);
    expect(numberFault(kind, number)).toBeNull();
  });

  test.each([
    ['pan', 'AAPFU0939', 'AAPFU0939F'],
    ['pan', 'AAPF10939F', 'AAPFU0939F'],
    ['tan', 'BLR12345B', 'BLRA12345B'],
    ['gstin', '27AAPFU0939F1Z', '27AAPFU0939F1ZV'],
    ['gstin', '27AAPFU0939F1ZW', '27AAPFU0939F1ZV'],
    ['gstin', '27AAPFU0993F1ZV', '27AAPFU0939F1ZV'],
    ['cin', 'X72200KA2013PTC097389', 'U72200KA2013PTC097389'],
    ['udyam', 'UDYAM-KR-03-1234', 'UDYAM-KR-03-0001234'],
    ['epf', 'KN/12345', 'BGBNG0012345000'],
    ['esi', '5300012345000099', '53000123450000999'],
    ['epf', 'TH/VSH/11836300', 'BGBNG0012345000'],
    ['epf', 'TH/VSH/118363/0000', 'BGBNG0012345000'],
    ['gstin', '0717USA0009UNQ', '27AAPFU0939F1ZV'],
    ['fssai', '1122334400012', '11223344000123'],
  ] as const)('%s %j is refused, with the form', (kind, typed, example) => {
    expect(numberFault(kind, normaliseNumber(kind, typed))).toContain(example);
  });

  test.each([
    ['epf', 'TH/VSH/118363/12', 'the number of one member'],
    ['epf', 'TH/VSH/118363/718', 'the number of one member'],
    ['epf', 'TH/VSH/0118363/718', 'the number of one member'],
    ['epf', 'KD/MAL/1234567/718', 'the number of one member'],
    ['epf', 'THVSH0118363 718', 'the number of one member'],
    ['epf', 'TH/VSH/118363/1', 'the number of one member'],
    ['epf', 'BG/BNG/12345/7', 'the number of one member'],
    ['epf', 'th-vsh-118363-71847', 'the number of one member'],
    ['epf', 'TH/VSH/118363/000/71847', 'the number of one member'],
    ['epf', 'TH/VSH/0118363/000/0071847', 'the number of one member'],
    ['epf', 'THVSH01183630000071847', 'the number of one member'],
    ['epf', '100904319456', 'a UAN'],
    ['epf', '53000123450000999', 'an ESI code'],
    ['esi', '3112345678', 'an insurance number'],
    ['esi', '1009 0431 9456', 'a UAN'],
    ['esi', 'THVSH0118363000', 'an EPF code'],
    ['pan', 'BLRA12345B', 'a TAN'],
    ['pan', '27AAPFU0939F1ZV', 'a GSTIN'],
    ['tan', 'AAPFU0939F', 'a PAN'],
    ['gstin', 'AAPFU0939F', 'a PAN'],
    ['cin', '00012345', 'a DIN'],
    ['udyam', '123412341234', 'Aadhaar'],
  ] as const)('%s %j is refused in words of what it is (R-registrations-20)', (kind, typed, words) => {
    const fault = numberFault(kind, normaliseNumber(kind, typed));
    expect(fault).toContain(words);
    expect(fault).toContain(`such as ${numberExample(kind)}`);
  });

  test.each([
    ['TH/VSH/118363/000', 'THVSH0118363000'],
    ['TH/VSH/118363/0', 'THVSH0118363000'],
    ['TH/VSH/0118363/000', 'THVSH0118363000'],
    ['TH/VSH/0118363/00A', 'THVSH011836300A'],
    ['TH/VSH/0118363718', 'THVSH0118363718'],
    ['THVSH0118363718', 'THVSH0118363718'],
  ])('%s, an EPF code that is written in full or has no extension, is %s', (typed, number) => {
    expect([normaliseNumber('epf', typed), numberFault('epf', number)]).toEqual([number, null]);
  });

  test('a change of any one character of a GSTIN is found', () => {
    const good = '27AAPFU0939F1ZV';
    fc.assert(
      fc.property(fc.nat(13), fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), (place, character) => {
        fc.pre(good[place] !== character);
        expect(numberFault('gstin', good.slice(0, place) + character + good.slice(place + 1))).not.toBeNull();
      }),
    );
  });
});

test('others are kept in capitals with single spaces, whatever they are', () => {
  expect(normaliseNumber('factory', '  mys / 1234  (a)\t2024 ')).toBe('MYS / 1234 (A) 2024');
  expect(numberFault('factory', 'MYS / 1234 (A) 2024')).toBeNull();
  expect(numberExample('factory')).toBeUndefined();
});

test('what is normalised once stays as it is (R-registrations-4)', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REGISTRATION_KINDS), fc.string(), (kind, typed) => {
      const once = normaliseNumber(kind, typed);
      expect(normaliseNumber(kind, once)).toBe(once);
    }),
  );
});

test('every example is a number of its form', () => {
  for (const kind of REGISTRATION_KINDS) {
    const example = numberExample(kind);
    if (example) expect([normaliseNumber(kind, example), numberFault(kind, example)]).toEqual([example, null]);
  }
});
