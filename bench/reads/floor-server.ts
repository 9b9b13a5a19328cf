import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The floor: a bare server that runs one prepared query (the text and the values of `FLOOR_QUERY`) with `pg` as it
 * comes, and answers with the status and headers of `FLOOR_HEAD` and the bytes of the file `FLOOR_ANSWER`.
 */
const query = JSON.parse(process.env.FLOOR_QUERY ?? '');
const { status, headers } = JSON.parse(process.env.FLOOR_HEAD ?? '');
const answer = readFileSync(process.env.FLOOR_ANSWER ?? '');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });

createServer(async (_request, response) => {
  await pool.query({ name: 'floor', ...query });
  response.writeHead(status, headers);
  response.end(answer);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.once('disconnect', () => process.exit());
