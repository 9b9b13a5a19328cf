import type { ImportKind } from '@anupalan/contract/imports/imports';

/** What is said of a kind of import. */
type KindWords = {
  label: string;
  text: string;
  /** One and several of what its rows are. */
  one: string;
  many: string;
};

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  statuses: {
    label: 'Past statuses',
    text: 'What was filed until now, with days, numbers and amounts.',
    one: 'status',
    many: 'statuses',
  },
  own: {
    label: 'Own obligations',
    text: 'What your company has to do beside the law: seen by you alone.',
    one: 'obligation',
    many: 'obligations',
  },
  companies: {
    label: 'Companies',
    text: 'Clients with their registrations and people. Nobody is mailed until you invite them.',
    one: 'company',
    many: 'companies',
  },
  catalogue: {
    label: 'Catalogue',
    text: 'Obligations for everybody, under acts that are added where they are missing.',
    one: 'obligation',
    many: 'obligations',
  },
};

const FORMAT = new Intl.NumberFormat('en-IN');

/** "1 company", "1,20,000 companies". */
export function countOf(kind: ImportKind, count: number): string {
  return `${FORMAT.format(count)} ${count === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`;
}

/** "1 row", "1,20,000 rows". */
export function rowsOf(count: number): string {
  return `${FORMAT.format(count)} ${count === 1 ? 'row' : 'rows'}`;
}
