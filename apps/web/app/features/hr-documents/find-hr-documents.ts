import type { HrDocument } from '@anupalan/contract/hr-documents';
import { hasEveryWord } from '../../lib/search-words.ts';

/** The documents that have every word of a search, in whatever is said of them. */
export function findHrDocuments(documents: readonly HrDocument[], search: string): readonly HrDocument[] {
  const matches = hasEveryWord(search);
  return documents.filter(({ title, description, fileName }) =>
    matches(`${title} ${description} ${fileName}`.toLowerCase()),
  );
}
