import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { action, paragraph } from '../../platform/mail/layout.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { MessageKind, WaitingMessage } from '../messages/kinds.ts';
import type { PreparedFileRow } from './prepared-file.ts';

const WHAT = { export: 'table', pack: 'inspection pack', company: 'company file' } as const;

const PAGES = { export: '/company/exports', pack: '/company/packs', company: '/company/file' } as const;

/** The mail that tells who asked for a file that it is ready, or can't be made (R-exports-5). Its page has the file. */
export function createPreparedFileKind(
  { db }: Pick<Database, 'db'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): MessageKind {
  return {
    kind: 'prepared-file',
    compose: async (messages) => {
      const { rows } = await sql<MailRow>`
        select prepared.id, prepared.kind, prepared.name, prepared.state, prepared.fault, company.id as company_id,
          company.company_name
        from prepared_files prepared join companies company using (workspace_id)
        where prepared.id = any(${messages.map(fileOf)}::uuid[]) and ended_at is not null`.execute(db);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return new Map(
        messages.flatMap((message) => {
          const row = byId.get(fileOf(message));
          return row ? [[message.id, compose(row, publicUrl)] as const] : [];
        }),
      );
    },
  };
}

interface MailRow extends Pick<PreparedFileRow, 'id' | 'kind' | 'name' | 'state' | 'fault'> {
  company_id: string;
  company_name: string;
}

function fileOf({ about }: WaitingMessage): string {
  return String(about.fileId);
}

function compose({ kind, name, state, fault, company_id, company_name }: MailRow, publicUrl: string) {
  const isReady = state === 'ready';
  const subject = `Your ${WHAT[kind]} of ${company_name} ${isReady ? 'is ready' : 'could not be made'}`;
  const words = isReady
    ? `${name} can be downloaded for 24 hours.`
    : `${name} could not be made. ${fault ?? 'Please try again.'}`;
  return {
    subject,
    preview: words,
    heading: subject,
    blocks: [
      paragraph(words),
      action(isReady ? 'Download it' : 'Try again', `${publicUrl}${PAGES[kind]}?company=${company_id}`),
    ],
  };
}
