import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { pdf } from '../../../test/forms.ts';
import type { TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

/** A catalogue that each installation has, with its own ids: the keys are the same. */
export interface Catalogue {
  readonly act: string;
  readonly ecr: string;
  readonly esi: string;
  readonly field: string;
}

export async function addCatalogue({ services, owner }: TestApp): Promise<Catalogue> {
  const act = await addAct(services, { name: 'Provident Fund Act', catalogue_key: 'epf' });
  const field = await addField(services, { name: 'Form', catalogue_key: 'form' });
  const ecr = await addItem(services, { act_id: act, title: 'ECR', catalogue_key: 'epf-ecr' });
  const esi = await addItem(services, { act_id: act, title: 'ESI', catalogue_key: 'esi' });
  await owner.query(
    `insert into extensions (id, compliance_item_id, day, new_day, condition, authority, link, states, published_by)
     values ($3, $1, '2026-09-15', '2026-09-30', 'Flooded', 'EPFO', 'https://example.in', '{}', $2)`,
    [ecr, randomUUID(), randomUUIDv7()],
  );
  const asks = [
    { key: 'night-work', answeredFor: 'establishment' },
    { key: 'contract-labour', answeredFor: 'item' },
  ];
  for (const [index, ask] of asks.entries()) {
    const answers = ['yes', 'no'].map((key) => ({ key, name: key, state: null }));
    const definition = { ...ask, kind: 'yes-no', question: 'Is it so?', explanation: '', answers };
    await owner.query('insert into conditions (key, position, definition) values ($1, $2, $3)', [
      ...[ask.key, index + 1, definition],
    ]);
  }
  return { act, ecr, esi, field };
}

/** A company with its people, and the ids of what a complaint is about. */
export interface RichCompany {
  readonly owner: Person & { readonly email: string };
  readonly member: Person;
  readonly company: string;
  readonly complaints: { readonly own: string; readonly others: string };
}

/** Definitions as an edition has them. */
const KIND = {
  ...{ key: 'accident', name: 'An accident', description: '', offered: true, hangsOn: null },
  asks: { date: 'Day of the accident', time: true, number: false, label: 'Number', laterDays: [] },
};
const RULE = {
  ...{ key: 'accident-notice', kind: 'accident', title: 'Notice of an accident', description: '', state: '-' },
  ...{ minEmployees: 0, maxEmployees: 0, conditions: [], belowLimit: null, level: 'company', countedFrom: 'event' },
  ...{ deadline: { n: 2, unit: 'days', direction: 'after' }, condition: null, form: '', authority: '', penalty: '' },
  ...{ portal: '', source: '', confidence: 'high', checkedOn: '2026-01-01', notes: '' },
};

/** A company with a row at least in every table that leaves, and two files of evidence. */
export async function addRichCompany(server: TestApp, { act, ecr, esi, field }: Catalogue): Promise<RichCompany> {
  const { services, owner: db } = server;
  const owner = await addPerson(services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Kerala', additionalStates: ['Goa'] },
  });
  const member = await addPerson(services);
  const checker = await addPerson(services);
  for (const person of [member, checker]) await join(services, person, owner, { role: 'member' });
  const company = await companyOf(services, owner);
  const w = owner.workspaceId;
  const [id, me, they] = [randomUUIDv7, owner.userId, member.userId];
  const run = (text: string, values: readonly unknown[]) => db.query(text, [...values]);
  const [place, works, ownAct, licence, ownItem, renewal] = [company, id(), id(), id(), id(), id()];
  await run(
    `insert into establishments (workspace_id, id, follows_profile, name, state, city, employee_count, nature)
     values ($1, $2, true, null, null, null, null, 'office-or-shop'), ($1, $3, false, 'The works', 'Goa', 'Panaji', 12, 'factory')`,
    [w, place, works],
  );
  await run(
    `insert into acts (id, name, state, description, workspace_id, created_by) values ($1, 'Fire rules', '-', '-', $2, $3)`,
    [ownAct, w, they],
  );
  await run(
    `insert into registrations (workspace_id, id, kind, number, state, establishment_id, until_day)
     values ($1, $2, 'factory', 'GOA/1', 'Goa', $3, '2027-03-31')`,
    [w, licence, works],
  );
  await run(
    `insert into compliance_items (id, act_id, sr_no, title, state, due_date, frequency, workspace_id, created_by, registration_id,
       due_date_description)
     values ($1, $2, 1, 'Refill extinguishers', '-', '2026-10-01', 'yearly', $3, $4, null, ''),
       ($5, $6, 2, 'Renew factory licence GOA/1', 'Goa', '2027-01-30', 'once', $3, null, $7, 'Expires on 31/03/2027')`,
    [ownItem, ownAct, w, me, renewal, act, licence],
  );
  await run(`insert into compliance_values values ($1, $2, false, 'Form 9')`, [ownItem, field]).catch(() =>
    run(`insert into compliance_values (compliance_item_id, compliance_field_id, text) values ($1, $2, 'Form 9')`, [
      ownItem,
      field,
    ]),
  );
  await run(
    `insert into facts (workspace_id, id, key, establishment_id, compliance_item_id, answer)
     values ($1, $2, 'night-work', $3, null, 'yes'), ($1, $4, 'contract-labour', null, $5, 'no')`,
    [w, id(), works, id(), ecr],
  );
  await run(`insert into exclusions values ($1, $2, 'No hospital near', '2027-01-01', $3)`, [w, esi, they]);
  await run(`insert into company_days values ($1, $2, '2026-11-15', '2026-11-12', $3)`, [w, ecr, they]);
  await run(`insert into holidays values ($1, $2, '2026-11-03', 'Founder’s day')`, [w, id()]);
  await run(`insert into met_extensions select $1, id, $2 from extensions`, [w, they]);
  await run(
    `insert into invitation_drafts (workspace_id, id, email, role) values ($1, $2, 'asha@example.in', 'member')`,
    [w, id()],
  );
  await run(`insert into message_defaults values ($1, 9, true, false, true, true)`, [w]);
  await run(`insert into filing_link_policies values ($1, false)`, [w]);
  await run(`insert into api_token_policies values ($1, false)`, [w]);
  await run(
    `insert into assignments (workspace_id, compliance_item_id, act_id, responsible_id, deputy_id, checker_id)
     values ($1, $2, null, $3, $4, $5), ($1, null, $6, $4, null, null), ($1, null, null, $3, null, null)`,
    [w, ecr, me, they, checker.userId, act],
  );
  const [entry, done, note, waiting] = [id(), id(), id(), id()];
  const checking = {
    _id: waiting,
    status: 'done',
    note: 'Please look',
    updatedBy: they,
    createdAt: '2026-11-15 08:30:00+00',
  };
  await run(
    `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, checking, lines) values
       ($1, $2, '2026-09-15', $3, $4, 'done', null, null),
       ($1, $2, '2026-10-15', $5, $6, 'pending', $7, null),
       ($1, $8, '2026-10-01', $9, $6, 'pending', null, $10)`,
    [
      w,
      ecr,
      entry,
      me,
      id(),
      they,
      checking,
      ownItem,
      id(),
      { [licence]: { status: 'done', at: '2026-10-01 00:00:00+00' } },
    ],
  );
  const add = async (
    kind: string,
    subject: string,
    of: { name: string; item?: string; day?: string; removed?: boolean; approvedBy?: string },
  ) => {
    const bytes = Buffer.concat([pdf(), Buffer.from(`%${of.name}\n`)]);
    const about = { workspaceId: w, purpose: 'evidence', mediaType: 'application/pdf', maxBytes: 10_000 } as const;
    const file = await services.files.write(
      (async function* () {
        yield bytes;
      })(),
      about,
    );
    const evidence = id();
    if (of.approvedBy) {
      const figure = `${file.sha256.toString('hex')} 1250 TRRN 1`;
      await run(`insert into approved_figures values ($1, $2, $3, 'evidence', $4)`, [
        w,
        evidence,
        of.approvedBy,
        figure,
      ]);
    }
    await run(
      `insert into evidence (workspace_id, id, subject_kind, subject_id, item_id, day, file_id, name, type, media_type, size,
         sha256, number, amount_paise, by, attached_at, removed_at, removed_by, removed_reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'pdf', 'application/pdf', $9, $10, 'TRRN 1', 1250, $11, now(), $12, $13, $14)`,
      [
        w,
        evidence,
        kind,
        subject,
        of.item ?? null,
        of.day ?? null,
        file.id,
        of.name,
        file.size,
        file.sha256,
        they,
        of.removed ? '2026-09-14T06:00:00Z' : null,
        of.removed ? me : null,
        of.removed ? 'The wrong month' : null,
      ],
    );
    return evidence;
  };
  // Removed before its record was approved.
  await add('record', done, { name: 'wrong.pdf', item: ecr, day: '2026-09-15', removed: true });
  await run(
    `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by, impersonator_id, created_at,
       responsible_id, checker_id, checked_by, checked_at, check_note, filing, counterpart, registration_id) values
       ($1, $2, '2026-09-15', $3, 'done', 'Filed at noon', $4, null, '2026-09-14T06:30:00.123456Z', $4, $5, $5,
         '2026-09-14T07:00:00Z', 'Seen', '{"number": "TRRN 1", "amount": 12.5}', null, null),
       ($1, $2, '2026-09-15', $6, 'NOTE', 'Paid, too', $7, null, '2026-09-15T06:30:00.654321Z', null, null, null, null,
         null, null, null, null),
       ($1, $8, '2026-10-01', $9, 'done', '', $7, null, '2026-10-01T06:30:00Z', null, null, null, null, null, null, null, $10)`,
    [w, ecr, done, me, checker.userId, note, they, ownItem, id(), licence],
  );
  const [payment, submission] = [id(), id()];
  await run(
    `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise) values ($1, $2, $3, $4, '2026-09-13', 1250)`,
    [w, payment, ecr, they],
  );
  await run(
    `insert into submission_dates (workspace_id, id, compliance_item_id, user_id, day, description) values ($1, $2, $3, $4, '2026-09-14', 'On the portal')`,
    [w, submission, ecr, me],
  );
  await run(
    `insert into custom_reminders (workspace_id, id, compliance_item_id, user_id, reminder_at) values
       ($1, $2, $3, $4, '2027-01-01T03:30:00Z'), ($1, $5, $3, $6, '2027-01-02T03:30:00Z')`,
    [w, id(), ecr, me, id(), they],
  );
  const addEvent = async (visibility: string, by: string, label: string) => {
    const [event, duty, record] = [id(), id(), id()];
    await run(
      `insert into events (workspace_id, id, kind, edition, definition, visibility, state, establishment_id, label, happened_at,
         recorded_by, place_id) values ($1, $2, 'accident', '2026-1', $3, $4, 'Goa', $5, $6, '2026-10-10T10:00:00Z', $7, $5)`,
      [w, event, { ...KIND, visibility }, visibility, works, label, by],
    );
    await run(
      `insert into event_duties (workspace_id, id, event_id, position, title, act_id, act, definition, standing, due_day,
         recorded, filed_on) values ($1, $2, $3, 1, 'Notice', $4, 'Factories', $5, 'open', '2026-10-12', 'done', '2026-10-11')`,
      [w, duty, event, act, RULE],
    );
    await run(
      `insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at, checker_id)
       values ($1, $2, $3, 'done', $4, $5, '2026-10-11T10:00:00Z', $6)`,
      [w, record, duty, `Told about ${label}`, by, checker.userId],
    );
    await run(
      `insert into checks (workspace_id, id, duty_id, status, note, made_at, author_id, in_name_of, checker_id, waits_for, reason, seen_by)
       values ($1, $2, $3, 'done', $4, now(), $5, $5, null, null, 'gone', $6)`,
      [w, id(), duty, `Check of ${label}`, by, visibility === 'named' ? [by] : null],
    );
    return { event, duty };
  };
  const accident = await addEvent('company', they, 'A fall');
  const own = await addEvent('named', me, 'Complaint of mine');
  const others = await addEvent('named', they, 'Complaint of theirs');
  await run(
    `insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, checker_id,
       waits_for, reason, outcome, decided_at, decided_by, decision) values
       ($1, $2, $3, '2026-09-15', 'done', 'Filed at noon', '2026-09-14T06:30:00.123456Z', $4, $4, $5, $5, null, 'approved', '2026-09-14T07:00:00Z', $5, 'Seen'),
       ($1, $6, $3, '2026-10-15', 'done', 'Please look', '2026-11-15T08:30:00Z', $7, $7, $5, $5, null, null, null, null, null)`,
    [w, done, ecr, me, checker.userId, waiting, they],
  );
  await run(`insert into approved_figures values ($1, $2, $3, 'payment-date', '2026-09-13 1250')`, [w, payment, done]);
  const challan = await add('registration', licence, { name: 'con.pdf' });
  await run(`insert into inherited_evidence values ($1, $2, $3)`, [w, done, challan]);
  await add('payment-date', payment, { name: 'paid.pdf', item: ecr, day: '2026-09-13', approvedBy: done });
  await add('duty', accident.duty, { name: 'notice.pdf' });
  await add('duty', others.duty, { name: 'theirs.pdf' });
  await run(
    `insert into activity (workspace_id, id, at, by, what, about) values ($1, $2, '2026-09-14T07:00:00Z', $3, 'checks.approve', $4)`,
    [w, id(), checker.userId, { itemId: ecr, day: '2026-09-15T00:00:00.000Z', userId: me }],
  );
  return {
    owner: { ...owner, email: `${me}@example.in` },
    member,
    company,
    complaints: { own: own.event, others: others.event },
  };
}
