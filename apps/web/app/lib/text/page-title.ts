/** What Anupalan is, for search engines and previews of links. */
export const DESCRIPTION =
  'Every payroll and labour-law obligation of an employer in India, with its due date, in view.';

/** `meta` of a page: its name first, so that tabs and bookmarks can be told apart. */
export function pageTitle(title: string, description = DESCRIPTION) {
  return [{ title: `${title} · Anupalan` }, { name: 'description', content: description }];
}
