import * as contract from '@anupalan/contract/people/invitations';
import type { FastifyInstance } from 'fastify';
import { spendAttempt } from '../../identity/account-limits.ts';
import { createBrowserCookies } from '../../identity/browser-cookies.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { invite, renewInvitation, resendInvitation, revokeInvitation } from './commands.ts';
import { acceptInvitation, welcome } from './commands-accept.ts';
import { deleteDraft } from './commands-drafts.ts';
import { registerInvited } from './commands-register.ts';
import { presentInvitation, presentPreview } from './present.ts';
import { findByToken, findInvited, listActTitles, listDrafts, listInvitations } from './queries.ts';
import { requireOpen } from './rules.ts';

export function registerInvitationRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  serve(app, database, contract.listInvitations, async ({ session }) => {
    const invitations = await listInvitations(db, session.workspaceId);
    return { status: 'success', data: invitations.map(presentInvitation) };
  });

  serve(app, database, contract.listInvitationDrafts, async ({ session }) => ({
    status: 'success',
    data: await listDrafts(db, session.workspaceId),
  }));

  serve(app, database, contract.deleteInvitationDraft, async ({ session, params }) => {
    await deleteDraft(db, session, params.id);
    return { status: 'success', message: 'Address removed' };
  });

  serve(app, database, contract.createInvitation, async ({ session, body }) => {
    const invitation = await invite(services, session, body);
    return { status: 'success', message: `Invitation sent to ${body.email}`, data: presentInvitation(invitation) };
  });

  serve(app, database, contract.resendInvitation, async ({ session, params }) => {
    const invitation = await resendInvitation(services, session, params.id);
    const message = `Invitation sent to ${invitation.email}`;
    return { status: 'success', message, data: presentInvitation(invitation) };
  });

  serve(app, database, contract.revokeInvitation, async ({ session, params }) => {
    await revokeInvitation(services, session, params.id);
    return { status: 'success', message: 'Invitation withdrawn' };
  });

  serve(app, database, contract.acceptInvitation, async ({ session, body }) => {
    const joined = await acceptInvitation(services, session, body.token);
    return { status: 'success', message: welcome(joined), data: joined };
  });

  app.register(async (limited) => registerMailedLinks(limited, services));
}

/** The calls of who has a mailed link and nothing else: counted as those of signing in are (R-accounts-40). */
function registerMailedLinks(app: FastifyInstance, services: Services): void {
  const { database, limits, config } = services;
  const { db } = database;
  const cookies = createBrowserCookies(config.publicUrl);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, room: 'sign-ins' };
  });
  app.addHook('onRequest', (request) => spendAttempt(db, limits, cookies.browserOf(request)));

  serve(app, database, contract.previewInvitation, async ({ body }) => {
    const found = await findByToken(db, body.token);
    requireOpen(found);
    const hasAccount = (await findInvited(db, found.email)) !== undefined;
    const acts = found.acts && (await listActTitles(db, found.workspace_id, found.acts));
    return { status: 'success', data: presentPreview(found, { acts, hasAccount }) };
  });

  serve(app, database, contract.registerInvited, async ({ body, request, reply }) => {
    const { email, stepToken } = await registerInvited(services, body, cookies.browserOf(request, cookies.signUp));
    cookies.signUp.set(reply, stepToken);
    const message = 'Registration successful! Please verify your email with OTP';
    return { status: 'success', message, data: { email } };
  });

  serve(app, database, contract.renewInvitation, async ({ body }) => {
    const email = await renewInvitation(services, body.token);
    return { status: 'success', message: `A new link is on its way to ${email}` };
  });
}
