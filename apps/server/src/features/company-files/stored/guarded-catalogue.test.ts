import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addCatalogue, addRichCompany } from '../rich-company.fixture.ts';

let server: TestApp;
let workspaces: { readonly own: string; readonly other: string };

beforeAll(async () => {
  server = await startTestApp();
  const catalogue = await addCatalogue(server);
  const [own, other] = [await addRichCompany(server, catalogue), await addRichCompany(server, catalogue)];
  workspaces = { own: own.owner.workspaceId, other: other.owner.workspaceId };
});

afterAll(() => server.close());

describe('the catalogue', () => {
  /** Writes as the server's role, and takes it back. */
  async function write(statement: string, holds = ''): Promise<void> {
    const client = await server.services.database.pool.connect();
    try {
      await client.query(`begin; ${holds}`);
      await client.query(statement);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const hold = `set local anupalan.changes = 'catalogue';`;

  test.each([
    `insert into acts (id, name, state, description) values (gen_random_uuid(), 'x', '-', '')`,
    `update acts set name = 'x' where workspace_id is null`,
    'delete from compliance_fields',
    `insert into compliance_items (id, act_id, sr_no, title, state, frequency)
       select gen_random_uuid(), id, 1, 'x', '-', 'never' from acts where workspace_id is null`,
    `update compliance_items set title = 'x' where workspace_id is null`,
    `insert into compliance_values (compliance_item_id, compliance_field_id, text, is_link)
       select item.id, field.id, 'https://evil.example', true from compliance_items item, compliance_fields field
       where item.workspace_id is null`,
    `update compliance_fields set name = 'x'`,
    `insert into conditions (key, position, definition) values ('x', 1, '{}')`,
    'delete from extensions',
    `insert into merged_items select gen_random_uuid(), id from compliance_items where workspace_id is null limit 1`,
  ])('is written by who holds it alone: %s', async (statement) => {
    await expect(write(statement)).rejects.toMatchObject({ constraint: 'keeps_catalogue' });
    await write(statement, hold);
  });

  test('a value belongs to whose obligation it is, whatever is said', async () => {
    const { rows } = await server.owner.query(
      `update compliance_values set workspace_id = null where workspace_id is not null returning workspace_id`,
    );
    expect(rows.map((row) => row.workspace_id).sort()).toEqual(Object.values(workspaces).sort());
  });

  test('an act and an obligation stay in their workspace', async () => {
    for (const table of ['acts', 'compliance_items']) {
      await expect(
        server.owner.query(`update ${table} set workspace_id = $1`, [workspaces.other]),
      ).rejects.toMatchObject({ constraint: 'stays_in_workspace' });
    }
  });

  test('who wrote it can be erased', async () => {
    const act = `select id from acts where workspace_id is null limit 1`;
    await server.owner.query(`update acts set created_by = (select id from users limit 1) where id = (${act})`);
    const { pool } = server.services.database;
    await pool.query(`update acts set created_by = null where id = (${act})`);
  });
});
