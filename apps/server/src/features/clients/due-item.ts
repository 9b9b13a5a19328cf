import type { CatalogueItem } from '../compliance-items/queries-catalogue.ts';

/** An item as far as it falls due: of the catalogue, or a company's own, which has the name of its act. */
export type DueItem = Pick<
  CatalogueItem,
  'id' | 'title' | 'actId' | 'since' | 'rule' | 'days' | 'reminderDays' | 'changedAt'
> & {
  readonly act?: string;
};
