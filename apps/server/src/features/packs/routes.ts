import * as contract from '@anupalan/contract/proof/packs';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { describeAddress, type PreparedFileRow } from '../prepared-files/prepared-file.ts';
import { fileNotFound, getPreparedFile, listPreparedFiles } from '../prepared-files/queries.ts';
import { serveAddressedFiles } from '../prepared-files/serve-addressed-files.ts';
import { addressPack, askForPack } from './commands.ts';
import { describePacks } from './queries.ts';

/** Packs are of the company: each of its managers sees and fetches them. */
const OF_COMPANY = { kind: 'pack', ofEverybody: true } as const;

export function registerPackRoutes(app: FastifyInstance, services: Services): void {
  const { database, config, now } = services;
  const { db } = database;

  const describe = async (row: PreparedFileRow) => {
    const [pack] = await describePacks(db, [row]);
    if (!pack) throw fileNotFound();
    return pack;
  };

  serve(app, database, contract.createPack, async ({ session, body }) => {
    const pack = await describe(await askForPack(services, session, body));
    return { status: 'success', message: 'The pack is being made', data: pack };
  });

  serve(app, database, contract.listPacks, async ({ session }) => {
    return { status: 'success', data: await describePacks(db, await listPreparedFiles(db, session, OF_COMPANY)) };
  });

  serve(app, database, contract.getPack, async ({ session, params }) => {
    return { status: 'success', data: await describe(await getPreparedFile(db, session, params.id, OF_COMPANY)) };
  });

  serve(app, database, contract.addressPack, async ({ session, params }) => {
    const file = await getPreparedFile(db, session, params.id, OF_COMPANY);
    const token = await addressPack(services, session, file);
    return { status: 'success', data: describeAddress(`${config.publicUrl}/api/packs/files/${token}`, now()) };
  });

  serveAddressedFiles(app, services, { call: contract.fetchPack, kind: 'pack' });
}
