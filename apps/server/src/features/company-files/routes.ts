import { listBroughtPeople } from '@anupalan/contract/people/brought-people';
import * as contract from '@anupalan/contract/proof/company-files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { streamedFile } from '../../platform/files/streamed-uploads.ts';
import { type Admission, acceptUploads } from '../../platform/files/uploads.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { FREE_BYTES } from '../evidence/commands-quota.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { describeAddress, describePreparedFile } from '../prepared-files/prepared-file.ts';
import { getPreparedFile, listPreparedFiles } from '../prepared-files/queries.ts';
import { serveAddressedFiles } from '../prepared-files/serve-addressed-files.ts';
import { requireItemInScope } from '../tracker/scope.ts';
import { addressCompanyFile, askForCompanyFile } from './commands.ts';
import { takeCompanyIn } from './commands-take-in.ts';
import { listBrought } from './queries-brought.ts';
import { isOnFree, paceOf, TakingsIn } from './takings-in.ts';

/** The time in which a company has to be there. */
const LONGEST_MS = contract.takeCompanyIn.upload.minutes * 60_000;

/** One's own: a file holds what its asker sees, complaints that they are named at included. */
const OWN = { kind: 'company', ofEverybody: false } as const;

export function registerCompanyFileRoutes(app: FastifyInstance, services: Services): void {
  const { database, config, files, now } = services;
  const { db } = database;
  const takingsIn = new TakingsIn(database);

  serve(app, database, contract.createCompanyFile, async ({ session }) => {
    const file = await askForCompanyFile(services, session);
    return { status: 'success', message: 'The file is being made', data: describePreparedFile(file) };
  });

  serve(app, database, contract.listCompanyFiles, async ({ session }) => {
    return { status: 'success', data: (await listPreparedFiles(db, session, OWN)).map(describePreparedFile) };
  });

  serve(app, database, contract.getCompanyFile, async ({ session, params }) => {
    return { status: 'success', data: describePreparedFile(await getPreparedFile(db, session, params.id, OWN)) };
  });

  serve(app, database, contract.addressCompanyFile, async ({ session, params }) => {
    const token = await addressCompanyFile(services, session, await getPreparedFile(db, session, params.id, OWN));
    return {
      status: 'success',
      data: describeAddress(`${config.publicUrl}/api/exports/company/files/${token}`, now()),
    };
  });

  serveAddressedFiles(app, services, { call: contract.fetchCompanyFile, kind: 'company' });

  serve(app, database, listBroughtPeople, async ({ session, query: { item } }) => {
    if (item !== undefined) await requireItemInScope(database, session, item);
    return { status: 'success', data: await listBrought(db, session, item ?? null) };
  });

  app.register(async (uploads) => {
    // What goes in takes the room of its payer, as evidence (R-evidence-8); the rows are little beside it.
    const admit = async ({ session, headers }: FastifyRequest): Promise<Admission> => {
      if (!session) throw new TypeError('A company is sent by who signed in');
      const leave = await takingsIn.begin(session);
      const pace = paceOf(Number(headers['content-length'] ?? Number.POSITIVE_INFINITY), LONGEST_MS);
      return { maxBytes: isOnFree(session) ? FREE_BYTES : payerBytesOf(config), pace, leave };
    };
    const streamed = { files, purpose: 'import', admit } as const;
    await acceptUploads(uploads, { ...services, streamed });
    serve(uploads, database, contract.takeCompanyIn, async ({ session, body }) => {
      const { dryRun, fill } = body;
      const sent = streamedFile(body.file);
      try {
        const data = await takeCompanyIn(services, session, { fileId: sent.id, dryRun, fill });
        return { status: 'success', message: describeOutcome(data.companyName, { ...data, dryRun }), data };
      } finally {
        await files.removeUnattached([sent.id]);
      }
    });
  });
}

function describeOutcome(name: string, { dryRun, again }: { dryRun: boolean; again: boolean }): string {
  if (again) return `${name} was taken in from this file before: nothing was changed`;
  return dryRun ? `This is what taking in ${name} would do` : `${name} was taken in`;
}
