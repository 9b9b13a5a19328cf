import type { Call } from '@anupalan/contract/wire/call';
import type { AssignmentLines } from '@anupalan/domain/assignments';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { actFor, actOn, requireCallPermission, type Session } from '../../identity/sessions.ts';
import { type Answer, type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import type { Days } from './choose-days.ts';
import type { Acting } from './commands.ts';
import type { ViewedDays } from './item-days.ts';
import { requireItem } from './require-item.ts';
import { chooseDaysFor, requireItemInScope } from './scope.ts';

/** A call about one item, for the user that its body or its query names; its answer may cover some days. */
type CallAboutItem = Call & {
  readonly access: Exclude<Call['access'], 'public'>;
  readonly params: z.ZodType<{ id: string }>;
  readonly query: z.ZodType<{ userId?: string | undefined; from?: string | undefined; to?: string | undefined }>;
  readonly body?: z.ZodType<{ userId?: string | undefined }>;
};

/** The parts of a call about an item that a handler gets, once the item is known to be the viewer's. */
type AboutItem<C extends CallAboutItem> = Served<C> & {
  readonly view: Session;
  readonly acting: Acting;
  readonly itemId: string;
  readonly days: Days;
  /** What was set about who is responsible, deputy and checker of the item. */
  readonly lines: AssignmentLines;
  /** The item's days in the view's company. */
  readonly itemDays: ViewedDays;
};

interface Steps<C extends CallAboutItem, A> {
  /** Refuses callers whom the call is not for, before anything is said about the item; `session` is who acts. */
  readonly permit?: (asked: Pick<Served<C>, 'body'> & { readonly session: Session }) => void;
  readonly answer: (about: AboutItem<C>) => Promise<A>;
}

/**
 * Serves a call about an item. Whose view it is, whether it is permitted, which days it covers and whether the view has
 * the item are settled in this order before the handler runs, so that none of it can be forgotten.
 */
export function serveAboutItem<const C extends CallAboutItem, const A extends Answer<C>>(
  app: FastifyInstance,
  { database, now }: Services,
  call: C,
  { permit, answer }: Steps<C, A>,
): void {
  const handle = async (served: Served<C>) => {
    const { session, params, query, body } = served;
    const view = await actFor(database.db, session, body?.userId ?? query.userId ?? session.userId);
    const by = actOn(session, view);
    if (view !== session) requireCallPermission(by, call.access);
    permit?.({ session: by, body });
    const today = todayInIndia(now());
    const days = chooseDaysFor(view, query, today);
    const { id, lines, days: itemDays } = await requireItem(database, { ...served, today }, view, params.id);
    await requireItemInScope(database, view, id);
    return answer({ ...served, view, acting: { view, by }, itemId: id, days, lines, itemDays });
  };
  serve(app, database, call, handle, { forNamedUser: true });
}
