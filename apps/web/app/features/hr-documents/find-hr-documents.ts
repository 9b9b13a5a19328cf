import type { HrDocument } from '@anupalan/contract/hr-documents';

/** The documents that have every word of a search, in whatever is said of them. */
export function findHrDocuments(documents: readonly HrDocument[], search: string): readonly HrDocument[] {
  const words = search.toLowerCase().split(/\s+/);
  return documents.filter(({ title, description, fileName }) => {
    const said = `${title} ${description} ${fileName}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
