import type { ContactMessage } from '@anupalan/contract/contact';
import type { Selectable } from 'kysely';
import type { ContactMessages } from '../../platform/postgres/database-schema.ts';

export function presentContactMessage(row: Selectable<ContactMessages>): ContactMessage {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    handledAt: row.handled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
