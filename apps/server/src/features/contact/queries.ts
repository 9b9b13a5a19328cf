import type { ContactMessage } from '@anupalan/contract/contact';
import type { EnquiryFilter } from '@anupalan/contract/enquiry';
import type { Pagination } from '@anupalan/contract/primitives';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { presentContactMessage } from './present.ts';

const PAGE = 20;

/** A page of what people wrote, newest first. */
export async function listContactMessages(
  db: Db,
  { page, status }: EnquiryFilter,
): Promise<{ messages: ContactMessage[]; pagination: Pagination }> {
  const wanted = db
    .selectFrom('contact_messages')
    .$if(status === 'open', (query) => query.where('handled_at', 'is', null))
    .$if(status === 'handled', (query) => query.where('handled_at', 'is not', null));
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute();
  return {
    messages: rows.map(presentContactMessage),
    pagination: { page, limit: PAGE, total, pages: Math.ceil(total / PAGE) },
  };
}

export function messageNotFound(): AppError {
  return new AppError('not-found', 'Message not found');
}
