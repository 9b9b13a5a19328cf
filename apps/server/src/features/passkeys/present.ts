import type { Passkey } from '@anupalan/contract/passkeys';
import type { Selectable } from 'kysely';
import type { Passkeys } from '../../platform/postgres/database-schema.ts';

type PasskeyRow = Pick<Selectable<Passkeys>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    _id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
