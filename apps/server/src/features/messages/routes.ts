import * as preferences from '@anupalan/contract/telling/preferences';
import * as sent from '@anupalan/contract/telling/sent';
import * as links from '@anupalan/contract/telling/unsubscribe';
import type { FastifyInstance } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands-preferences.ts';
import { previewLink, useLink } from './commands-unsubscribe.ts';
import { presentPreferences } from './present.ts';
import { readDefaults, readPreferencesOf } from './queries-preferences.ts';
import { listSent, readSentQueues } from './sent/queries-sent.ts';
import { keepUnsubscribeTokens } from './unsubscribe-tokens.ts';

export function registerMessageRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;
  const own = async (session: Session) => presentPreferences(await readPreferencesOf(db, session));

  serve(app, database, preferences.readPreferences, async ({ session }) => {
    return { status: 'success', data: await own(session) };
  });

  serve(app, database, preferences.changePreferences, async ({ session, body }) => {
    await commands.changePreferences(services, session.userId, body);
    return { status: 'success', message: 'Saved', data: await own(session) };
  });

  serve(app, database, preferences.leavePreferences, async ({ session }) => {
    await commands.leavePreferences(services, session.userId);
    return { status: 'success', message: 'Left to your company', data: await own(session) };
  });

  serve(app, database, preferences.tryAddressAgain, async ({ session }) => {
    const wasRefusing = await commands.tryAddressAgain(services, session.userId);
    const message = wasRefusing ? 'A mail is on its way to your address' : 'Your address takes mail';
    return { status: 'success', message };
  });

  serve(app, database, preferences.readCompanyDefaults, async ({ session }) => {
    return { status: 'success', data: await readDefaults(db, session.workspaceId) };
  });

  serve(app, database, preferences.changeCompanyDefaults, async ({ session, body }) => {
    await commands.changeDefaults(services, session, body);
    return { status: 'success', message: 'Saved', data: body };
  });

  serve(app, database, sent.listSent, async ({ session }) => {
    return { status: 'success', data: await listSent(db, services, session) };
  });

  serve(app, database, sent.readSentQueues, async () => {
    return { status: 'success', data: await readSentQueues(db, services, now()) };
  });

  app.register(async (scope) => registerLinks(scope, services));
}

/** Bytes of a form at most; that of RFC 8058 has twenty-six. */
const MOST_BYTES = 10_000;

/** The one pair of the form of RFC 8058, in either of its encodings. */
const ONE_CLICK = /\bList-Unsubscribe"?(=|[\s\S]*\n)One-Click\b/;

/**
 * The calls of mailed links. Mail programs send a form, which says that somebody pressed their button; what their link is
 * about stands in its address (R-messages-11).
 */
function registerLinks(scope: FastifyInstance, { database, now }: Services): void {
  const { db } = database;
  const openTokens = keepUnsubscribeTokens(db);
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, form, done) => done(null, ONE_CLICK.test(String(form)) ? { 'List-Unsubscribe': 'One-Click' } : {}),
  );
  const using = async (token = '') => ({ tokens: await openTokens(), token, now: now() });

  serve(scope, database, links.previewUnsubscribe, async ({ body }) => {
    return { status: 'success', data: await previewLink(db, await using(body.token)) };
  });

  serve(scope, database, links.unsubscribe, async ({ query, body }) => {
    // Scanners call addresses that they find in a mail, some by POST: without the form that is nobody's wish.
    const token = body?.['List-Unsubscribe'] ? query.token : body?.token;
    const data = await useLink(db, { ...(await using(token)), on: false });
    return { status: 'success', message: 'Switched off', data };
  });

  serve(scope, database, links.subscribeAgain, async ({ body }) => {
    const data = await useLink(db, { ...(await using(body.token)), on: true });
    return { status: 'success', message: 'Switched on again', data };
  });
}
