import { randomUUIDv7 } from 'node:crypto';
import { chromium } from '@playwright/test';
import { Server } from './server.ts';
import { addPerson, callApi } from './api.ts';
import { makePerson } from './people.ts';
const out = '/dev/shm/shots-mail'; import { mkdirSync } from 'node:fs'; mkdirSync(out, { recursive: true });
const server = await Server.start();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
try {
  const { pool, db } = await server.connect();
  const meera = makePerson('Meera');
  const asha = await addPerson(server, meera);
  const ravi = await addPerson(server, makePerson('Ravi'));
  const admin = await addPerson(server, makePerson('Admin'));
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.id]);
  const { rows: [m] } = await pool.query('select workspace_id from memberships where user_id=$1', [asha.id]);
  await pool.query(`insert into memberships (workspace_id, user_id, id, role) values ($1,$2,$3,'member')`, [m.workspace_id, ravi.id, randomUUIDv7()]);
  const add = (n, state, kind, subject, error, extra = {}) => pool.query(
    `insert into messages (id,user_id,channel,kind,key,send_after,state,subject,address,sent_at,tries,error,made_at) values ($1,$2,'mail',$3,$4,now() + interval '4 minutes',$5,$6,$7,case when $5='sent' then now() - $8 * interval '1 hour' end,1,$9, now() - $8 * interval '1 hour')`,
    [randomUUIDv7(), asha.id, kind, `k${n}`, state, subject, subject && meera.email, n, error]);
  await add(1, 'waiting', 'custom', null, '450 Later');
  await add(2, 'sent', 'digest', '3 overdue, 2 due today, 4 due soon at Kulkarni Textiles', null);
  await add(26, 'skipped', 'custom', null, 'nothing-left');
  await add(30, 'sent', 'monday', 'Your week: 5 due, 3 overdue', null);
  await add(50, 'refused', 'digest', '3 overdue', '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient address');
  await add(60, 'failed', 'digest', '3 overdue', '554 5.6.0 Message rejected');
  await pool.query('insert into unreachable_addresses values ($1,$2,now(),$3)', [asha.id, meera.email, '550']);
  const { keepUnsubscribeTokens } = await import('../apps/server/src/features/messages/unsubscribe-tokens.ts');
  const tokens = await keepUnsubscribeTokens(db)();
  const token = tokens.make({ userId: asha.id, email: meera.email, kind: 'digest', now: Temporal.Now.instant() });
  for (const [width, scheme] of [[1280, 'light'], [360, 'dark'], [360, 'light'], [1280, 'dark']]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
    page.on('pageerror', (e) => console.log('pageerror', e.message));
    const shot = async (name) => { await page.waitForTimeout(2500); await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: true }); };
    const as = async (t) => { await page.goto(server.url + '/terms'); await page.evaluate((t) => t ? localStorage.setItem('token', t) : localStorage.removeItem('token'), t); };
    await page.goto(`${server.url}/unsubscribe#${token}`); await shot('unsub1');
    if (width === 1280) { await page.getByRole('button', { name: /Switch off/ }).click(); await shot('unsub2'); await page.getByRole('button', { name: /again/ }).click(); await shot('unsub3'); }
    await page.goto(`${server.url}/terms`); await page.goto(`${server.url}/unsubscribe#abc`); await shot('unsub-bad');
    await as(asha.token);
    await page.goto(server.url + '/profile'); await shot('profile');
    await page.goto(server.url + '/sent'); await shot('sent');
    await page.goto(server.url + '/company/people'); await shot('people');
    await as(admin.token);
    await page.goto(server.url + '/sending'); await shot('sending');
    await page.goto(server.url + '/sent'); await shot('sent-empty');
    await context.close();
  }
} finally { await browser.close(); await server.remove(); }
