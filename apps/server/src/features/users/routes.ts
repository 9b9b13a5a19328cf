import { changeOwnAway } from '@anupalan/contract/people/assignments';
import { getOwnProfile, profileForm, updateOwnProfile } from '@anupalan/contract/users';
import type { FastifyInstance } from 'fastify';
import { needsPasskey } from '../../identity/second-factor.ts';
import { acceptForm } from '../../platform/http/validation.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { describeMember } from '../members/queries.ts';
import { isUnreachable } from '../messages/queries-preferences.ts';
import { changeAway } from './commands-away.ts';
import { changeProfile } from './commands-profile.ts';
import { findImpersonator, getUser } from './queries.ts';
import { registerUserManagement } from './routes-manage.ts';
import { registerOwnSessions } from './routes-sessions.ts';
import { registerSetUp } from './set-up/routes.ts';

export function registerUserRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, services.database, getOwnProfile, async ({ session }) => {
    const [user, member, impersonatedBy, unreachable] = await Promise.all([
      getUser(db, session.userId, session.workspaceId),
      describeMember(db, session),
      findImpersonator(db, session),
      isUnreachable(db, session.userId),
    ]);
    const passkeyNeeded = needsPasskey(services.config, session) ? ({ passkeyNeeded: true } as const) : {};
    const mailComesBack = unreachable ? ({ mailComesBack: true } as const) : {};
    const data = { user, member, ...(impersonatedBy && { impersonatedBy }), ...mailComesBack, ...passkeyNeeded };
    return { status: 'success', data };
  });

  serve(app, services.database, updateOwnProfile, async ({ session, body, request }) => {
    const before = await getUser(db, session.userId, session.workspaceId);
    const changes = acceptForm(profileForm(before).partial(), body);
    const data = await changeProfile(services, session, { before, changes, ip: request.ip });
    const message = data.emailChangePending ? 'Please verify your new email address' : 'Profile updated successfully';
    return { status: 'success', message, data };
  });

  serve(app, services.database, changeOwnAway, async ({ session, body: { from, to } }) => {
    await changeAway(db, session, { from, to });
    const message = from === null ? 'You are back' : 'Your absence is saved';
    return { status: 'success', message, data: { away: from === null || to === null ? null : { from, to } } };
  });

  registerSetUp(app, services);
  registerOwnSessions(app, services);
  registerUserManagement(app, services);
}
