import * as contract from '@anupalan/contract/job-postings';
import type { FastifyInstance } from 'fastify';
import { acceptUploads } from '../../platform/files/uploads.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { limitForms } from '../enquiries/limit-forms.ts';
import { keepJobPosting, markJobPosting, removeJobPosting } from './commands.ts';
import { listJobPostings, readJobPostingFile } from './queries.ts';

export function registerJobPostingRoutes(app: FastifyInstance, services: Services): void {
  const { database, files } = services;
  const { db } = database;

  app.register(async (limited) => {
    const formsPerSender = limitForms(limited, services);
    await acceptUploads(limited, services);
    serve(limited, database, contract.submitJobPosting, async ({ body }) => {
      await formsPerSender.spend(body.contactEmail);
      await keepJobPosting(services, body);
      return { status: 'success', message: 'Job posting submitted successfully' };
    });
  });

  serve(app, database, contract.listJobPostings, async ({ query }) => ({
    status: 'success',
    data: await listJobPostings(db, query),
  }));

  serve(app, database, contract.downloadJobPostingFile, async ({ params }) =>
    readJobPostingFile({ db, files }, params),
  );

  serve(app, database, contract.updateJobPosting, async ({ session, params, body }) => ({
    status: 'success',
    message: 'Job posting updated successfully',
    data: await markJobPosting(db, session, params.id, body.handled),
  }));

  serve(app, database, contract.deleteJobPosting, async ({ session, params }) => {
    await removeJobPosting(db, session, params.id);
    return { status: 'success', message: 'Job posting deleted successfully' };
  });
}
