import { Readable } from 'node:stream';
import * as contract from '@anupalan/contract/proof/exports';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { writeTable } from '../../platform/files/tables/write-table.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { makeAddress } from '../prepared-files/commands-address.ts';
import { describeAddress, describePreparedFile } from '../prepared-files/prepared-file.ts';
import { getPreparedFile, listPreparedFiles } from '../prepared-files/queries.ts';
import { serveAddressedFiles } from '../prepared-files/serve-addressed-files.ts';
import { versionsOf } from '../tracker/versions.ts';
import { askForExport, noteExport } from './commands.ts';
import { nameExport } from './name-export.ts';
import { SOURCES } from './tables/sources.ts';

/** Rows of a table that is sent at once, at most: what has more is made by a job (R-exports-5). */
const AT_ONCE = 5_000;

const OWN = { kind: 'export', ofEverybody: false } as const;

export function registerExportRoutes(app: FastifyInstance, services: Services): void {
  const { database, config, now } = services;
  const { db } = database;
  const inMemory = CatalogueInMemory.of(db);

  serve(app, database, contract.exportTable, async ({ session, params: { table }, query, request, reply }) => {
    const { format, ...filters } = query;
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    const asked = { session, catalogue, filters, now: now(), today: todayInIndia(now()) };
    const open = await SOURCES[table](database, asked);
    const name = nameExport(table, format, asked.today);
    if (open.count > AT_ONCE) {
      const file = await askForExport(services, session, { ...query, table }, name);
      reply.code(202);
      return { status: 'success', message: 'The file is being made', data: describePreparedFile(file) };
    }
    await noteExport(db, session, table);
    reply.type(MEDIA_TYPES[format]).header('Content-Disposition', `attachment; filename="${name}"`);
    return Readable.from(writeTable(format, { ...open, madeAt: new Date(asked.now.epochMilliseconds) }));
  });

  serve(app, database, contract.listExports, async ({ session }) => {
    return { status: 'success', data: (await listPreparedFiles(db, session, OWN)).map(describePreparedFile) };
  });

  serve(app, database, contract.getExport, async ({ session, params }) => {
    return { status: 'success', data: describePreparedFile(await getPreparedFile(db, session, params.id, OWN)) };
  });

  serve(app, database, contract.addressExport, async ({ session, params }) => {
    const file = await getPreparedFile(db, session, params.id, OWN);
    const token = await makeAddress(db, session, file);
    return { status: 'success', data: describeAddress(`${config.publicUrl}/api/exports/files/${token}`, now()) };
  });

  serveAddressedFiles(app, services, { call: contract.fetchExport, kind: 'export' });
}
