import { EXPORTED_TABLES, ExportQuery } from '@anupalan/contract/proof/exports';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { requirePermission } from '../../identity/sessions.ts';
import type { Cell } from '../../platform/files/tables/table.ts';
import { writeTable } from '../../platform/files/tables/write-table.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import type { Maker, Making } from '../prepared-files/maker.ts';
import { readCatalogueVersion } from '../tracker/versions.ts';
import { SOURCES } from './tables/sources.ts';

/** A long export as it was asked for. */
export const WantedExport = ExportQuery.extend({ table: z.enum(EXPORTED_TABLES) });
export type WantedExport = z.infer<typeof WantedExport>;

const GIGABYTE = 1024 ** 3;

/** Makes long exports (R-exports-5). */
export function createExportMaker({ database }: Pick<Services, 'database'>): Maker {
  return {
    kind: 'export',
    mediaType: (wanted) => MEDIA_TYPES[WantedExport.parse(wanted).format],
    maxBytes: 2 * GIGABYTE,
    make: (making) => makeExport(database, making),
  };
}

async function* makeExport(database: Database, { session, wanted, now, tell }: Making): AsyncGenerator<Uint8Array> {
  requirePermission(session, 'exports.make');
  const { table, format, ...filters } = WantedExport.parse(wanted);
  const catalogue = await CatalogueInMemory.of(database.db).ofVersion(await readCatalogueVersion(database.db));
  const asked = { session, catalogue, filters, now, today: todayInIndia(now) };
  const open = await SOURCES[table](database, asked);
  const rows = counted(open.rows, (done) => tell(Math.min(done, open.count), open.count));
  yield* writeTable(format, { ...open, rows, madeAt: new Date(now.epochMilliseconds) });
}

async function* counted(rows: AsyncIterable<readonly Cell[]>, tell: (done: number) => void) {
  let done = 0;
  for await (const row of rows) {
    tell(++done);
    yield row;
  }
}
