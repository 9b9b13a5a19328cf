import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/**
 * The floor of writing a status: a bare server that reads a JSON body, writes the entry and its record in one durable
 * transaction as `FLOOR_MANNER` says, and answers with the bytes of the product's own answer for an item with as many
 * entries, which the file `FLOOR_ANSWERS` has.
 */
type Update = { workspaceId: string; userId: string; item: string; day: string; entries: number };

const ENTRY = `
  insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
  values ($1, $2, $3, uuidv7(), $4, 'done')
  on conflict (workspace_id, compliance_item_id, day) do update set current_status = 'done', updated_at = now()`;

const RECORD = `
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
  values ($1, $2, $3, uuidv7(), 'done', 'Filed on the portal', $4)`;

const BOTH = `
  with entry as (${ENTRY} returning *)
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
  select workspace_id, compliance_item_id, day, uuidv7(), 'done', 'Filed on the portal', $4 from entry`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });
const write = process.env.FLOOR_MANNER === 'one-statement' ? writeAtOnce : writeRowByRow;
const answers: string[] = JSON.parse(readFileSync(process.env.FLOOR_ANSWERS ?? '', 'utf8'));

createServer(async (request, response) => {
  if (request.method !== 'PATCH') {
    response.end();
    return;
  }
  const update = await readUpdate(request);
  await write([update.workspaceId, update.item, update.day, update.userId]);
  const answer = Buffer.from(answers[update.entries - 1] ?? '');
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.length });
  response.end(answer);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.once('disconnect', () => process.exit());

async function readUpdate(request: IncomingMessage): Promise<Update> {
  return (await json(request)) as Update;
}

async function writeAtOnce(values: string[]): Promise<void> {
  await pool.query({ name: 'both', text: BOTH, values });
}

async function writeRowByRow(values: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'entry', text: ENTRY, values });
    await client.query({ name: 'record', text: RECORD, values });
    await client.query('commit');
  } finally {
    client.release();
  }
}
