import type { HrDocument } from '@anupalan/contract/hr-documents';
import { hasEveryWord } from '../../lib/text/search-words.ts';

/** Documents with every word of the search in title, description or file name (R-hr-documents-1). */
export function findHrDocuments(documents: readonly HrDocument[], search: string): readonly HrDocument[] {
  const matches = hasEveryWord(search);
  return documents.filter(({ title, description, fileName }) =>
    matches(`${title} ${description} ${fileName}`.toLowerCase()),
  );
}
