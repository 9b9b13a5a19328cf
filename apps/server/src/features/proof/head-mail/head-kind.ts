import type { Services } from '../../../services.ts';
import { readSealKey } from '../../activity/seal/seal-key.ts';
import type { MessageKind } from '../../messages/kinds.ts';
import { writeHeads } from './emails.ts';
import { listSealedCompanies } from './queries.ts';

/** The monthly mail with the heads of an owner's companies as they are when it is sent. */
export function createHeadKind({ config, database: { db } }: Pick<Services, 'config' | 'database'>): MessageKind {
  return {
    kind: 'seal',
    async compose(messages, now) {
      const { fingerprint } = await readSealKey(db);
      const sealed = await listSealedCompanies(db, [...new Set(messages.map(({ userId }) => userId))]);
      const byOwner = Map.groupBy(sealed, ({ ownerId }) => ownerId);
      return new Map(
        messages.flatMap(({ id, userId }) => {
          const companies = byOwner.get(userId);
          const { publicUrl } = config;
          return companies ? [[id, writeHeads({ companies, fingerprint, publicUrl, now })] as const] : [];
        }),
      );
    },
  };
}
