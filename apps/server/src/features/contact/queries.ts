import type { ContactMessage } from '@anupalan/contract/contact';
import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readEnquiryPage } from '../enquiries/queries.ts';
import { presentContactMessage } from './present.ts';

/** A page of contact messages, newest first (R-enquiries-12). */
export async function listContactMessages(
  db: Db,
  filter: EnquiryFilter,
): Promise<{ messages: ContactMessage[]; pagination: BoundedPagination }> {
  const { rows, pagination } = await readEnquiryPage(db, db.selectFrom('contact_messages').selectAll(), filter);
  return { messages: rows.map(presentContactMessage), pagination };
}

export function messageNotFound(): AppError {
  return new AppError('not-found', 'Message not found');
}
