import type { RegistrationKind } from './kinds.ts';

/** The GSTIN of who has no PAN, which begins with a year and a country. */
const OF_NO_TAXPAYER = /^\d{4}[A-Z]{3}/;

/** A published form of a number. */
interface NumberForm {
  /** Of the normalised number. */
  readonly pattern: RegExp;
  /** The form in words, for who typed another; the example follows. */
  readonly form: string;
  readonly example: string;
  /** Normalises what people type; by default signs and spaces between the characters go. */
  readonly normalise?: (typed: string) => string;
  readonly check?: (number: string) => string | null;
  /** Numbers of people and of other kinds that are typed in its place, with the words that say so (R-registrations-20). */
  readonly mistaken?: readonly (readonly [pattern: RegExp, words: string])[];
}

const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
const TAN = /^[A-Z]{4}\d{5}[A-Z]$/;
const IN_GSTIN = /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][0-9A-Z]{3}$/;
const IS_UAN = 'This is a UAN or Aadhaar number, which is of one person';

/** Digits behind a code and a sign are a member's number, but for zeros; so are seven behind all fifteen. */
const EPF_OF_MEMBER =
  /^(?:[A-Z]{2}[\s./-]*[A-Z]{3}[\s./-]*\d{1,7}(?:[\s./-]+[0-9A-Z]{1,3})?[\s./-]+\d{1,7}|[A-Z]{2}[\s./-]*[A-Z]{3}[\s./-]*\d{7}[\s./-]*[0-9A-Z]{3}[\s./-]*\d{7})$/;

/**
 * The kinds whose numbers have a published form (R-registrations-3); `docs/rules/registrations.md` has the sources.
 * - PAN: five letters, four digits, a letter. TAN: four letters, five digits, a letter.
 * - GSTIN: state code, PAN (or TAN, of who deducts tax), a number of the registration, a letter, a check character by
 *   modulus 36. Identities of embassies and bodies of the United Nations, of other notified persons and of non-residents:
 *   state code, year, country, five digits, two letters and a last character by no published rule.
 * - CIN: listing, industry, state, year, class, number.
 * - Udyam: `UDYAM`, state, district, seven digits.
 * - EPF: the region's two letters and the office's three, at most seven digits, and an extension of at most three
 *   characters, `000` where there is none; the portal writes all fifteen. A member's number is written behind the code:
 *   `TH/VSH/118363/718`.
 * - ESI: seventeen digits: region, region of the sub-code, six of the employer, three of the sub-code, four of the
 *   industry.
 * - FSSAI: fourteen digits; what the first one says is told in two ways.
 * Numbers of professional tax, labour welfare funds, shops, factories, contract labour and trade licences are those of
 * states and cities, of which no published form was found: they are taken as they are.
 */
const FORMS: Readonly<Partial<Record<RegistrationKind, NumberForm>>> = {
  pan: {
    pattern: PAN,
    mistaken: [
      [TAN, 'This is a TAN: record it as one'],
      [IN_GSTIN, 'This is a GSTIN: the PAN is in it, from its third character to its twelfth'],
      [/^\d{12}$/, IS_UAN],
    ],
    form: 'A PAN has five letters, four digits and a letter',
    example: 'AAPFU0939F',
  },
  tan: {
    pattern: TAN,
    mistaken: [
      [PAN, 'This is a PAN: record it as one'],
      [IN_GSTIN, 'This is a GSTIN: record it as one'],
    ],
    form: 'A TAN has four letters, five digits and a letter',
    example: 'BLRA12345B',
  },
  gstin: {
    pattern: /^(?:\d{2}(?:[A-Z]{5}\d{4}|[A-Z]{4}\d{5})[A-Z][0-9A-Z][A-Z][0-9A-Z]|\d{4}[A-Z]{3}\d{5}[A-Z]{2}[0-9A-Z])$/,
    form: 'A GSTIN has 15 characters',
    example: '27AAPFU0939F1ZV',
    mistaken: [
      [PAN, 'This is a PAN: record it as one'],
      [TAN, 'This is a TAN: record it as one'],
    ],
    check: (number) =>
      OF_NO_TAXPAYER.test(number) || number.endsWith(checkCharacter(number.slice(0, -1)))
        ? null
        : 'This GSTIN is mistyped: its last character does not fit the others. It looks like 27AAPFU0939F1ZV',
  },
  cin: {
    pattern: /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/,
    form: 'A CIN has 21 characters',
    example: 'U72200KA2013PTC097389',
    mistaken: [[/^\d{8}$/, 'This is a DIN, which is of one director']],
  },
  udyam: {
    pattern: /^UDYAM-[A-Z]{2}-\d{2}-\d{7}$/,
    form: 'A Udyam number has a state, a district and seven digits',
    example: 'UDYAM-KR-03-0001234',
    mistaken: [[/^\d{12}$/, IS_UAN]],
    normalise: (typed) => withoutSigns(typed).replace(/^(UDYAM)([A-Z]{2})(\d{2})(\d{7})$/, '$1-$2-$3-$4'),
  },
  epf: {
    pattern: /^[A-Z]{5}\d{7}[0-9A-Z]{3}$/,
    form: 'An EPF code has five letters, seven digits and an extension of three characters',
    example: 'BGBNG0012345000',
    normalise: normaliseEpf,
    mistaken: [
      [
        EPF_OF_MEMBER,
        'This looks like the number of one member. Leave out what follows the code, or type all 15 characters without signs where it is the extension',
      ],
      [/^\d{12}$/, 'This is a UAN, which is of one member'],
      [/^\d{17}$/, 'This is an ESI code: record it as one'],
    ],
  },
  esi: {
    pattern: /^\d{17}$/,
    form: 'An ESI code has 17 digits',
    example: '53000123450000999',
    mistaken: [
      [/^\d{10}$/, 'This is an insurance number, which is of one insured person'],
      [/^\d{12}$/, IS_UAN],
      [/^[A-Z]{5}\d{7}[0-9A-Z]{3}$/, 'This is an EPF code: record it as one'],
    ],
  },
  fssai: {
    pattern: /^\d{14}$/,
    form: 'An FSSAI number has 14 digits',
    example: '11223344000123',
  },
};

/**
 * The number as it is kept and compared: capitals; of a published form without spaces and signs, otherwise with single
 * spaces (R-registrations-4). What is normalised once stays as it is.
 */
export function normaliseNumber(kind: RegistrationKind, typed: string): string {
  const form = FORMS[kind];
  if (!form) return typed.trim().replace(/\s+/g, ' ').toUpperCase();
  return (form.normalise ?? withoutSigns)(typed);
}

/** The fault of a normalised number, which shows the form; null when there is none (R-registrations-3). */
export function numberFault(kind: RegistrationKind, number: string): string | null {
  const form = FORMS[kind];
  if (!form) return null;
  if (!form.pattern.test(number)) {
    const [, words] = form.mistaken?.find(([pattern]) => pattern.test(number)) ?? [];
    return `${words === undefined ? '' : `${words}. `}${form.form}, such as ${form.example}`;
  }
  return form.check?.(number) ?? null;
}

/** A number of a published form, to show how it looks; undefined for kinds without one. */
export function numberExample(kind: RegistrationKind): string | undefined {
  return FORMS[kind]?.example;
}

/** An EPF code in parts, as payslips have it: `TH/VSH/118363`, `TH/VSH/118363/000`. */
const EPF_IN_PARTS = /^([A-Z]{2})[\s./-]*([A-Z]{3})[\s./-]*(\d{1,7})(?:[\s./-]+([0-9A-Z]{1,3}))?$/;

const EPF_WHOLE = /^[A-Z]{2}[\s./-]*[A-Z]{3}[\s./-]*\d{7}[0-9A-Z]{3}$/;

function normaliseEpf(typed: string): string {
  const number = typed.trim().toUpperCase();
  const parts = EPF_IN_PARTS.exec(number);
  // Digits that are parted elsewhere are another number than those without signs.
  if (!parts) return EPF_WHOLE.test(number) ? withoutSigns(number) : number.replace(/\s+/g, ' ');
  const [, region, office, code = '', extension = ''] = parts;
  // An extension of digits is written on to the code: behind a sign they are a member's.
  if (/^\d*[1-9]\d*$/.test(extension)) return number.replace(/\s+/g, ' ');
  return `${region}${office}${code.padStart(7, '0')}${extension.padStart(3, '0')}`;
}

function withoutSigns(typed: string): string {
  return typed.replace(/[\s./-]/g, '').toUpperCase();
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The check character of the first 14 of a GSTIN: from the right, weights 2 and 1 in turn, digits in base 36 summed. */
function checkCharacter(first: string): string {
  let sum = 0;
  for (const [place, character] of [...first].toReversed().entries()) {
    const weighted = CHARACTERS.indexOf(character) * (place % 2 === 0 ? 2 : 1);
    sum += Math.floor(weighted / 36) + (weighted % 36);
  }
  return CHARACTERS.charAt((36 - (sum % 36)) % 36);
}
