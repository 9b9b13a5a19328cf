import { finished } from 'node:stream';
import type { fetchCompanyFile } from '@anupalan/contract/proof/company-files';
import type { fetchExport } from '@anupalan/contract/proof/exports';
import type { fetchPack } from '@anupalan/contract/proof/packs';
import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors/errors.ts';
import { StoredDownload } from '../../platform/files/downloads.ts';
import type { Range } from '../../platform/files/store/file-store.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { beginFetching, finishFetching, forgetBeginning } from './commands-address.ts';
import { fileNotFound } from './queries.ts';

/** Serves the files of one-time addresses (R-exports-6); browsers open them as they are, without a session. */
export function serveAddressedFiles(
  app: FastifyInstance,
  { database, files, log }: Services,
  { call, kind }: { call: typeof fetchExport | typeof fetchPack | typeof fetchCompanyFile; kind: PreparedKind },
): void {
  serve(app, database, call, async ({ params, request, reply }) => {
    // Asking about it would use the address up.
    if (request.method === 'HEAD') throw fileNotFound();
    const start = readStart(request.headers.range);
    const file = await beginFetching(database.db, params.token, { kind, isRest: start !== null });
    const { fileId: id, name, mediaType, size } = file;
    const range = { start: start ?? 0, end: size - 1 };
    const download = await open({ id, name, mediaType, size }, range).catch(async (error) => {
      // A store that is away, or a part that isn't there, uses neither the address up nor a try to go on.
      await forgetBeginning(database.db, file, { isRest: start !== null });
      throw error;
    });
    reply.header('Accept-Ranges', 'bytes').header('ETag', `"${id}"`);
    if (start !== null) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    finished(reply.raw, (broken) => {
      if (broken) return;
      finishFetching(database.db, file).catch((error: unknown) => log.warn({ err: error }, 'an address stays open'));
    });
    return download;
  });

  async function open(file: Parameters<typeof StoredDownload.open>[1], range: Range): Promise<StoredDownload> {
    if (range.start > range.end) throw badRange(file.size);
    return StoredDownload.open(files, file, range);
  }
}

/**
 * The byte from which the rest of a file is asked for (`bytes=100-`); null for all of it. Only what goes on to the end
 * goes on with a download.
 */
function readStart(header: string | undefined): number | null {
  if (header === undefined || header === 'bytes=0-') return null;
  const [, start] = /^bytes=(\d{1,15})-$/.exec(header) ?? [];
  if (start === undefined) throw badRange(null);
  return Number(start);
}

function badRange(size: number | null): AppError {
  const message = `Only the rest of a file can be asked for${size === null ? '' : `, of ${size} bytes`}`;
  return new AppError('invalid', message);
}
