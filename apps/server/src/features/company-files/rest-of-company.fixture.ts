import type { TestApp } from '../../../test/harness.ts';
import { addPerson, join } from '../../../test/people.ts';
import type { Catalogue, RichCompany } from './rich-company.fixture.ts';

/** Rows of a company that no file has, and references that are rarer than those of a rich company. */
export async function addRestOfCompany(
  { services, owner: db }: TestApp,
  { owner, member }: RichCompany,
  { act, ecr }: Catalogue,
): Promise<void> {
  const viewer = await addPerson(services);
  await join(services, viewer, owner, { role: 'viewer', until: '2099-12-31', acts: [act] });
  const statements = `
    insert into api_tokens (workspace_id, user_id, id, token_hash, name, scopes, expires_at)
      values ($w, $me, gen_random_uuid(), $hash, 'Ours', '{tracker.read}', now() + interval '1 day');
    insert into calendar_feeds (id, user_id, workspace_id, kind, token_hash)
      values (gen_random_uuid(), $me, $w, 'company', $hash);
    insert into filing_links (workspace_id, compliance_item_id, day, user_id, message_id, token_hash, standing)
      values ($w, $ecr, '2026-11-15', $me, gen_random_uuid(), $hash, '');
    insert into handovers (workspace_id, user_id, id, offered_by, expires_at)
      values ($w, $they, gen_random_uuid(), $me, now() + interval '1 day');
    insert into payer_offers (workspace_id, user_id, asked_by, expires_at)
      values ($w, $they, $me, now() + interval '1 day');
    insert into invitations (workspace_id, id, email, role, until, acts, invited_by, token_hash, expires_at)
      values ($w, gen_random_uuid(), 'new@example.in', 'viewer', '2099-12-31', array[$act], $me, $hash, now());
    insert into invited_sign_ups select workspace_id, id, $viewer from invitations where workspace_id = $w;
    insert into files (id, workspace_id, purpose, media_type, place, verdict)
      values (gen_random_uuid(), $w, 'export', 'text/csv', 'postgres', 'clean');
    insert into prepared_files (workspace_id, id, kind, wanted, name, asked_by, state, ended_at, file_id)
      select $w, gen_random_uuid(), 'export', '{}', 'x.csv', $me, 'ready', now(), id from files
      where workspace_id = $w and purpose = 'export';
    insert into file_addresses (workspace_id, token_hash, prepared_file_id, user_id)
      select $w, $hash, id, $me from prepared_files where workspace_id = $w;
    insert into webhooks (workspace_id, id, address, events, secret, made_by)
      values ($w, gen_random_uuid(), 'https://example.in', '{status.recorded}', '', $me);
    insert into webhook_calls (workspace_id, webhook_id, id, event_key, event, data, happened_at, state)
      select $w, id, gen_random_uuid(), 'one', 'status.recorded', '{}', now(), 'delivered' from webhooks
      where workspace_id = $w;
    insert into seals (workspace_id, number, body, head, signature, at, count)
      values ($w, 1 + abs(hashtext($w::text)) % 100000, '', $hash, $hash || $hash, now(), 1);
    insert into sealed_events (workspace_id, seal, position, source, event_id, body, leaf, salts)
      select $w, number, 0, 'activity', gen_random_uuid(), '', $hash, '{}' from seals where workspace_id = $w;
    insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at, takes_back)
      select $w, gen_random_uuid(), duty_id, 'NOTE', '', $me, now(), id from event_duty_records where workspace_id = $w
      order by id limit 1;
    insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, reason, outcome,
        again_of, registration_id)
      select $w, gen_random_uuid(), $ecr, '2026-09-15', 'done', '', now(), $they, $they, 'gone', 'replaced', former.id, licence.id
      from checks former join registrations licence using (workspace_id)
      where workspace_id = $w and former.outcome = 'approved';
    insert into evidence (workspace_id, id, subject_kind, subject_id, replaces, name, type, media_type, size, sha256, by,
        attached_at)
      select $w, gen_random_uuid(), subject_kind, subject_id, id, name, type, media_type, size, $hash, by, now()
      from evidence where workspace_id = $w and subject_kind = 'registration';
    update evidence former set replaced_by = later.id from evidence later
      where later.workspace_id = $w and (former.workspace_id, former.id) = (later.workspace_id, later.replaces);
    insert into law_changes (id, change, about, compliance_item_id, title, state, was, now, source)
      values (gen_random_uuid(), 'added', 'item', $ecr, 'ECR', '-', '', '', '');
    insert into merged_items values (gen_random_uuid(), $ecr);`;
  const values: Readonly<Record<string, string>> = {
    ...{ w: owner.workspaceId, me: owner.userId, they: member.userId, viewer: viewer.userId, act, ecr },
  };
  const text = statements
    .replaceAll('$hash', `sha256($w::text::bytea)`)
    .replaceAll(/\$(\w+)/g, (_, name) => `'${values[name]}'::uuid`);
  await db.query(text);
}
