import * as contract from '@anupalan/contract/people/members';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { changeMember, leaveCompany, removeMember } from './commands-change.ts';
import { presentMember } from './present-people.ts';
import { listPeople } from './queries-people.ts';

export function registerPeopleRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, contract.listMembers, async ({ session }) => {
    const people = await listPeople(database.db, session.workspaceId);
    return { status: 'success', data: people.map(presentMember) };
  });

  serve(app, database, contract.changeMember, async ({ session, params, body }) => {
    const member = await changeMember(services, session, { ...params, ...body });
    return { status: 'success', message: 'Member updated successfully', data: presentMember(member) };
  });

  serve(app, database, contract.removeMember, async ({ session, params }) => {
    await removeMember(services, session, params.id);
    return { status: 'success', message: 'Member removed successfully' };
  });

  serve(app, database, contract.leaveCompany, async ({ session }) => {
    const { companyName } = await leaveCompany(services, session);
    return { status: 'success', message: `You have left ${companyName}` };
  });
}
