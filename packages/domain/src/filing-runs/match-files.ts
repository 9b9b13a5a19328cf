import type { Frequency } from '../recurrence.ts';
import { type RegistrationKind, registrationLabel } from '../registrations/kinds.ts';
import { isAmong, type NumbersOf, readNumbers, spellingsOf } from './numbers.ts';
import { type NamedPeriod, readPeriod } from './periods.ts';

/** File of a heap: its name, and the words of its text; empty where none was read. */
export interface HeapFile {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** Company that a file may be of, with all its registration numbers. */
export interface MatchCompany {
  readonly companyId: string;
  readonly companyName: string;
  readonly registrations: readonly {
    readonly registrationId: string;
    readonly kind: RegistrationKind;
    readonly number: string;
  }[];
}

/** Obligation and occurrence that a heap is about. */
export interface MatchRun {
  /** Kind of number that the obligation is filed under; null where it is filed under none. */
  readonly kind: RegistrationKind | null;
  readonly frequency: Frequency;
  /** Nominal day. */
  readonly day: Temporal.PlainDate;
}

/** By what a file is told to be of a company, the surest first. */
const WAYS = [
  'number-in-text',
  'number-in-name',
  'other-in-text',
  'other-in-name',
  'company-in-text',
  'company-in-name',
] as const;

export type Way = (typeof WAYS)[number];

/** What a file is told to be of, and by what. */
export interface FileMatch {
  readonly id: string;
  readonly companyId: string | null;
  /** The number that it names, where it names exactly one of the company's. */
  readonly registrationId: string | null;
  /** Why in words: "EPF code MHBAN0012345000 in its text". */
  readonly why: string;
  /** Companies that it may be of, where it names several. */
  readonly among: readonly string[];
  readonly period: NamedPeriod;
  /** Whether its text says one company and its name another. */
  readonly isContradicting: boolean;
  /** Files of the same heap with the same bytes. */
  readonly sameAs: readonly string[];
}

interface Hit {
  readonly way: Way;
  readonly companyId: string;
  readonly registrationId: string | null;
  readonly words: string;
}

/**
 * Matches the files of a heap to companies (R-filing-runs-8): by the number that the obligation is filed under, else by
 * another of the company's numbers, else by its name; in the text before the name of the file. One that names several
 * companies in its surest way is of the one among them that a less sure way names too, and otherwise of none.
 */
export function matchFiles(files: readonly HeapFile[], companies: readonly MatchCompany[], run: MatchRun): FileMatch[] {
  const bySum = Map.groupBy(files, ({ sha256 }) => sha256);
  return files.map((file) => {
    const sameAs = (bySum.get(file.sha256) ?? []).flatMap(({ id }) => (id === file.id ? [] : id));
    return { ...matchFile(file, companies, run), sameAs };
  });
}

function matchFile(file: HeapFile, companies: readonly MatchCompany[], run: MatchRun): Omit<FileMatch, 'sameAs'> {
  const hits = listHits(file, companies, run);
  const { id } = file;
  const period = readPeriod(file, run);
  const sure = WAYS.map((way) => hits.filter((hit) => hit.way === way)).filter((some) => some.length > 0);
  const [surest = []] = sure;
  const among = companiesOf(surest);
  const chosen =
    among.length === 1
      ? among[0]
      : sure
          .slice(1)
          .map((some) => onlyOneOf(some, among))
          .find(Boolean);
  if (chosen === undefined) {
    const why = among.length === 0 ? NOTHING : `It names ${among.length} of the companies`;
    return { id, companyId: null, registrationId: null, why, among, period, isContradicting: false };
  }
  const own = surest.filter(({ companyId }) => companyId === chosen);
  const [first] = own;
  const numbers = own.filter(({ way }) => way.startsWith('number'));
  return {
    id,
    companyId: chosen,
    registrationId: numbers.length === 1 ? (numbers[0]?.registrationId ?? null) : null,
    why: first ? `${first.words} in its ${first.way.endsWith('text') ? 'text' : 'name'}` : NOTHING,
    among: [],
    period,
    isContradicting: isContradicted(hits, chosen),
  };
}

const NOTHING = 'Neither its text nor its name says whose it is';

function listHits(file: HeapFile, companies: readonly MatchCompany[], { kind }: MatchRun): Hit[] {
  const places = [
    { place: 'text', said: readNumbers(file.text), words: toWords(file.text) },
    { place: 'name', said: readNumbers(file.name, { isName: true }), words: toWords(file.name) },
  ] as const;
  return places.flatMap(({ place, said, words }) => {
    const ofNumbers = companies.flatMap((company) => listNumberHits(company, { kind, place, said }));
    return [...ofNumbers, ...listNameHits(words, companies, place)];
  });
}

function listNumberHits(
  { companyId, registrations }: MatchCompany,
  { kind, place, said }: { kind: RegistrationKind | null; place: 'text' | 'name'; said: NumbersOf },
): Hit[] {
  return registrations
    .filter((registration) => isAmong(said, spellingsOf(registration)))
    .map(({ registrationId, kind: own, number }) => ({
      way: `${own === kind ? 'number' : 'other'}-in-${place}` as const,
      companyId,
      registrationId,
      words: `${registrationLabel(own)} ${number}`,
    }));
}

/** Companies that a text names; of names of which one is in the other, the longer ones. */
function listNameHits(words: string, companies: readonly MatchCompany[], place: 'text' | 'name'): Hit[] {
  const named = companies.flatMap((company) => {
    const name = toWords(company.companyName);
    return name.replaceAll(' ', '').length >= SHORTEST_NAME && words.includes(name) ? [{ ...company, name }] : [];
  });
  const whole = named.filter(({ name }) => !named.some((other) => other.name !== name && other.name.includes(name)));
  return whole.map(({ companyId, companyName }) => ({
    way: `company-in-${place}` as const,
    companyId,
    registrationId: null,
    words: `The name ${companyName}`,
  }));
}

/** Letters of a company's name without which it may be a word of any document. */
const SHORTEST_NAME = 6;

/** Kinds of companies, which documents write in many ways. */
const KINDS = /\b(?:PRIVATE|PVT|LIMITED|LTD|LLP|COMPANY|CO|AND|M S)\b/g;

/** Words of a text between single spaces, in capitals, without signs and kinds of companies. */
function toWords(text: string): string {
  const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return ` ${plain.replace(KINDS, ' ').replace(/ +/g, ' ').trim()} `;
}

function companiesOf(hits: readonly Hit[]): string[] {
  return [...new Set(hits.map(({ companyId }) => companyId))];
}

function onlyOneOf(hits: readonly Hit[], among: readonly string[]): string | undefined {
  const both = companiesOf(hits).filter((companyId) => among.includes(companyId));
  return both.length === 1 ? both[0] : undefined;
}

/** Whether the name of a file says another company than its text, each by a number. */
function isContradicted(hits: readonly Hit[], chosen: string): boolean {
  const byNumber = hits.filter(({ way }) => !way.startsWith('company'));
  const inName = companiesOf(byNumber.filter(({ way }) => way.endsWith('name')));
  return inName.length > 0 && !inName.includes(chosen);
}

/** Order in which files are looked at: what needs an eye first, then what is matched. */
export function needsAnEye({
  companyId,
  period,
  isContradicting,
  sameAs,
}: Pick<FileMatch, 'companyId' | 'period' | 'isContradicting' | 'sameAs'>): boolean {
  return companyId === null || period.state === 'differs' || isContradicting || sameAs.length > 0;
}
