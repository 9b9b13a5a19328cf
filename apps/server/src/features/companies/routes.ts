import * as contract from '@anupalan/contract/companies';
import {
  createCompany as createCompanyCall,
  deleteCompany as deleteCompanyCall,
} from '@anupalan/contract/people/memberships';
import type { FastifyInstance } from 'fastify';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { acceptForm } from '../../platform/http/validation.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { getMembership } from '../members/queries.ts';
import * as commands from './commands.ts';
import { createCompany, deleteCompany } from './commands-own.ts';
import { findCompany, getCompany, getCompanyOfUser } from './queries.ts';

export function registerCompanyRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;
  const ownCompany = async ({ workspaceId }: Session) => ({ company: await getCompany(db, workspaceId) });

  serve(app, database, contract.registerCompany, async ({ session, body }) => {
    const company = await getCompany(db, await commands.registerCompany(db, session, body));
    return { status: 'success', message: 'Company registered successfully', data: { company } };
  });

  serve(app, database, createCompanyCall, async ({ session, body }) => {
    const company = await getCompany(db, await createCompany(db, session, body));
    const membership = await getMembership(db, session, company._id);
    return { status: 'success', message: `${company.companyName} was added`, data: { ...membership, company } };
  });

  serve(app, database, deleteCompanyCall, async ({ session, params }) => {
    await deleteCompany(services, session, params.id);
    return { status: 'success', message: 'Company deleted' };
  });

  for (const call of [contract.getOwnCompany, contract.getOwnCompanyByOlderPath]) {
    serve(app, database, call, async ({ session }) => {
      const company = await findCompany(db, session.workspaceId);
      return { status: 'success', ...(!company && { message: 'Company not found' }), data: { company } };
    });
  }

  for (const call of [contract.updateOwnCompany, contract.updateOwnCompanyByOlderPath]) {
    serve(app, database, call, async ({ session, body }) => {
      const company = await getCompany(db, session.workspaceId);
      await commands.changeCompany(db, session, acceptForm(contract.companyChanges(company), body));
      return { status: 'success', message: 'Company profile updated successfully', data: await ownCompany(session) };
    });
  }

  serve(app, database, contract.addState, async ({ session, body: { state } }) => {
    await commands.addState(db, session, state);
    const message = `State ${state} added successfully. Applicable Acts will now appear.`;
    return { status: 'success', message, data: await ownCompany(session) };
  });

  serve(app, database, contract.removeState, async ({ session, params }) => {
    const state = await commands.removeState(db, session, params.state);
    const message = `State ${state} removed successfully. Compliance data has been updated.`;
    return { status: 'success', message, data: await ownCompany(session) };
  });

  serve(app, database, contract.getCompanyOfUser, async ({ session, params }) => {
    requirePermission(session, 'companies.read', { userId: params.id });
    const isOwn = params.id === session.userId;
    const company = await (isOwn ? findCompany(db, session.workspaceId) : getCompanyOfUser(db, params.id));
    return { status: 'success', data: { company } };
  });
}
