import type { ExportFilters } from '@anupalan/contract/proof/exports';
import type { Session } from '../../identity/sessions.ts';
import type { Table } from '../../platform/files/tables/table.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';

/** Who asks for a table, what narrows it, and on which day. */
export interface Asked {
  readonly session: Session;
  readonly catalogue: CatalogueOfVersion;
  readonly filters: Partial<ExportFilters>;
  readonly now: Temporal.Instant;
  readonly today: Temporal.PlainDate;
}

/** A table that is ready to be written; its rows are read as they are asked for. */
export interface OpenTable extends Pick<Table, 'title' | 'facts' | 'columns' | 'rows' | 'below'> {
  /** How many rows there are, about. */
  readonly count: number;
}

/** Opens a table of the company as the asker sees it (R-exports-2). @throws AppError invalid for days out of order */
export type TableSource = (database: Database, asked: Asked) => Promise<OpenTable>;

/** Rows that are counted at most: of a longer table nobody needs to know how long it is. */
export const MOST_COUNTED = 100_001;
