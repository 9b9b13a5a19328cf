import { NewPassword } from '@anupalan/contract/fields/passwords';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../platform/errors/errors.ts';
import { CONTEXT_WORDS } from './context-words.ts';

/** The common passwords that are known, in small letters. */
const COMMON = new Set(dictionary['passwords-common']);

/**
 * Letters that a name or a word of one's own needs to be looked for: shorter ones are part of too many good passwords.
 */
const SHORTEST_NAME = 3;

/** Letters and digits that a password needs beside words which an attacker would try. */
const LEAST_OF_ITS_OWN = 6;

const TOO_COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain the name of your email address';
const GUESSABLE =
  'This password is too easy to guess. Please use words that have nothing to do with you, your company or Anupalan.';

interface Policy {
  readonly passwordPolicy: 'standard' | 'strict';
}

/** A password and what is known of whose it is going to be. */
interface ChosenPassword {
  readonly password: string;
  readonly email: string;
  /** Names, numbers and other words of the person and their company. */
  readonly words?: readonly string[] | undefined;
}

/**
 * Refuses passwords that are easily guessed where the policy is strict: common ones, and those made of words that an
 * attacker would try on this person here. Case, special characters and digits for letters don't count: `Password@1` is
 * as common as `password1` (R-accounts-26, R-accounts-44).
 * @throws AppError invalid
 */
export function refuseCommonPassword(policy: Policy, { field, ...chosen }: ChosenPassword & { field: string }): void {
  const fault = judge(policy, chosen);
  if (fault) throw new AppError('invalid', fault, { faults: { [field]: fault } });
}

/**
 * Judges a password by the rules of the form and by the policy, as at sign-up.
 * @returns what is wrong with it; null when it may be used.
 */
export function findPasswordFault(policy: Policy, chosen: ChosenPassword): string | null {
  const judged = NewPassword.safeParse(chosen.password);
  return judged.success ? judge(policy, chosen) : (judged.error.issues[0]?.message ?? null);
}

function judge({ passwordPolicy }: Policy, { password, email, words = [] }: ChosenPassword): string | null {
  if (passwordPolicy !== 'strict') return null;
  const plain = reduce(password);
  if (COMMON.has(password.toLowerCase()) || COMMON.has(plain)) return TOO_COMMON;
  const [name = '', domain = ''] = email.split('@');
  const plainName = reduce(/^[^+]*/.exec(name)?.[0] ?? '');
  if (plainName.length >= SHORTEST_NAME && plain.includes(plainName)) return NAMED;
  return isMadeOfContext(password, [...words, domain.split('.')[0] ?? '']) ? GUESSABLE : null;
}

/** Digits and special characters that people write for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

/** Whether what is left without years, words of the person and words of this product is too little, or common. */
function isMadeOfContext(password: string, own: readonly string[]): boolean {
  const words = [...CONTEXT_WORDS, ...own.flatMap(listWords)].sort((one, other) => other.length - one.length);
  const undated = password.toLowerCase().replace(/(?:19|20)\d\d/g, '');
  const spelled = undated.replace(/[@4310!5$7]/g, (character) => LETTERS[character] ?? '');
  return [undated, spelled].map(reduce).some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
    const left = rest.replaceAll(' ', '');
    return rest !== text && (left.length < LEAST_OF_ITS_OWN || COMMON.has(left));
  });
}

/** The words of a name or a number, and all of it as one. */
function listWords(text: string): string[] {
  return [reduce(text), ...text.split(/[^\p{L}\p{N}]+/u).map(reduce)].filter((word) => word.length >= SHORTEST_NAME);
}

/** The small letters and digits of a text. */
function reduce(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
