import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The general back office and what it asks for; pinned here, installed by npm when it is measured. */
const PACKAGES = {
  '@strapi/strapi': '5.54.0',
  pg: '8.16.3',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'react-router-dom': '6.30.3',
  'styled-components': '6.1.19',
};

/** The PostgreSQL schema that it keeps its tables in, and the file that its token is written to. */
export const SCHEMA = 'back_office';
export const TOKEN_FILE = 'token';

const [TEXT, LONG_TEXT, NUMBER, DAY] = ['string', 'text', 'integer', 'date'].map((type) => ({ type }));

/** The nouns of the tracker, as somebody would click them together: records are a repeatable component of entries. */
const CONTENT_TYPES = {
  act: { name: TEXT, description: LONG_TEXT },
  item: {
    title: TEXT,
    srNo: NUMBER,
    state: TEXT,
    frequency: TEXT,
    values: { type: 'json' },
    act: { type: 'relation', relation: 'manyToOne', target: 'api::act.act' },
    entries: { type: 'relation', relation: 'oneToMany', target: 'api::entry.entry', mappedBy: 'item' },
  },
  entry: {
    company: TEXT,
    user: TEXT,
    day: DAY,
    current: TEXT,
    item: { type: 'relation', relation: 'manyToOne', target: 'api::item.item', inversedBy: 'entries' },
    records: { type: 'component', repeatable: true, component: 'history.record' },
  },
};

const PLURALS: Readonly<Record<string, string>> = { act: 'acts', item: 'items', entry: 'entries' };

/** Without its log, its admin panel and whatever else a production instance could do without. */
const SETTINGS = {
  'config/database.js': `({ env }) => ({ connection: { client: 'postgres', connection: {
    connectionString: env('BACK_OFFICE_DATABASE_URL'), schema: '${SCHEMA}' }, pool: { min: 2, max: 10 } } })`,
  'config/server.js': `({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['bench'] } })`,
  'config/admin.js': `() => ({ serveAdminPanel: false, auth: { secret: 'bench' }, apiToken: { salt: 'bench' },
    transfer: { token: { salt: 'bench' } } })`,
  'config/api.js': '{ rest: { maxLimit: 1000 } }',
  'config/logger.js': `{ level: 'error' }`,
  'config/middlewares.js': JSON.stringify(
    ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map((name) => `strapi::${name}`),
  ),
};

const START = `
process.chdir(__dirname);
const { writeFileSync } = require('node:fs');
const { createStrapi } = require('@strapi/strapi');
(async () => {
  const app = createStrapi({ appDir: __dirname, distDir: __dirname });
  await app.load();
  const token = await app.service('admin::api-token').create({ name: 'bench', type: 'full-access', lifespan: null });
  writeFileSync('${TOKEN_FILE}', token.accessKey);
  await app.listen();
})().catch((error) => { console.error(error); process.exit(1); });
`;

/** Makes a project of the back office in a folder and installs it. @returns the program that starts it */
export async function makeProject(folder: string): Promise<string> {
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  await write('package.json', JSON.stringify({ name: 'back-office', private: true, dependencies: PACKAGES }));
  for (const [file, text] of Object.entries(SETTINGS)) await write(file, `module.exports = ${text};`);
  for (const [noun, attributes] of Object.entries(CONTENT_TYPES)) await writeContentType(write, noun, attributes);
  await write(
    'src/components/history/record.json',
    JSON.stringify({
      collectionName: 'history_records',
      info: { displayName: 'record' },
      attributes: { status: TEXT, note: LONG_TEXT, updatedBy: TEXT, at: { type: 'datetime' } },
    }),
  );
  await mkdir(path.join(folder, 'public/uploads'), { recursive: true });
  await write('start.cjs', START);
  const options = ['install', '--no-audit', '--no-fund', '--omit=dev', '--ignore-scripts'];
  await promisify(execFile)('npm', options, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return path.join(folder, 'start.cjs');
}

async function writeContentType(
  write: (file: string, text: string) => Promise<void>,
  noun: string,
  attributes: object,
): Promise<void> {
  const plural = PLURALS[noun];
  const schema = {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: noun, pluralName: plural, displayName: noun },
    options: { draftAndPublish: false },
    attributes,
  };
  await write(`src/api/${noun}/content-types/${noun}/schema.json`, JSON.stringify(schema));
  for (const kind of ['Controller', 'Router', 'Service']) {
    const folder = kind === 'Router' ? 'routes' : `${kind.toLowerCase()}s`;
    const text = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${noun}.${noun}');`;
    await write(`src/api/${noun}/${folder}/${noun}.js`, text);
  }
}
