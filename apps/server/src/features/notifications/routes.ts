import { listNotifications } from '@anupalan/contract/people/notifications';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { presentNews } from './present.ts';
import { readNews } from './queries.ts';

export function registerNotificationRoutes(app: FastifyInstance, { database, now }: Services): void {
  serve(app, database, listNotifications, async ({ session }) => {
    const news = await readNews(database.db, session, todayInIndia(now()));
    return { status: 'success', data: news.map(presentNews) };
  });
}
