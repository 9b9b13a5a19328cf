-- Written by database-schema.test.ts from the migrated schema. Change it by a migration.

CREATE TABLE activity (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  by uuid,
  impersonator uuid,
  what text NOT NULL,
  about jsonb NOT NULL,
  written_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT activity_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT activity_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT activity_about_check CHECK (jsonb_typeof(about) = 'object'::text),
  CONSTRAINT activity_what_check CHECK (what ~ '^[a-z-]+\.[a-z-]+$'::text)
);
CREATE INDEX activity_assigned ON activity USING btree (workspace_id, at DESC) WHERE what = 'assignments.change'::text;
CREATE INDEX activity_by_person ON activity USING btree (by);
CREATE INDEX activity_newest ON activity USING btree (workspace_id, at DESC, id DESC);
CREATE INDEX activity_written ON activity USING brin (written_in) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON activity FOR EACH ROW EXECUTE FUNCTION refuse_change_of_activity();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE acts (
  id uuid NOT NULL,
  catalogue_key text,
  name text NOT NULL,
  state text NOT NULL,
  min_employees integer NOT NULL DEFAULT 0,
  max_employees integer NOT NULL DEFAULT 0,
  description text NOT NULL,
  edited_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  regime text,
  registration text,
  workspace_id uuid,
  CONSTRAINT acts_pkey PRIMARY KEY (id),
  CONSTRAINT acts_catalogue_key_key UNIQUE (catalogue_key),
  CONSTRAINT acts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT acts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT acts_check CHECK (max_employees = 0 OR max_employees >= min_employees),
  CONSTRAINT acts_min_employees_check CHECK (min_employees >= 0),
  CONSTRAINT acts_own CHECK (workspace_id IS NULL OR catalogue_key IS NULL),
  CONSTRAINT acts_regime_check CHECK (regime = ANY (ARRAY['code'::text, 'old-law'::text, 'state-law'::text, 'tax'::text, 'other'::text]))
);
CREATE INDEX acts_by_author ON acts USING btree (created_by);
CREATE INDEX acts_of_catalogue ON acts USING btree (name, id) WHERE workspace_id IS NULL;
CREATE UNIQUE INDEX acts_own ON acts USING btree (workspace_id, lower(name)) WHERE workspace_id IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON acts FOR EACH ROW EXECUTE FUNCTION announce_own_or_catalogue();
CREATE TRIGGER announce_emptied AFTER TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR UPDATE ON acts FOR EACH ROW WHEN (new.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER keeps_catalogue_deleted BEFORE DELETE ON acts FOR EACH ROW WHEN (old.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER stays_in_workspace BEFORE UPDATE OF workspace_id ON acts FOR EACH ROW WHEN (old.workspace_id IS DISTINCT FROM new.workspace_id) EXECUTE FUNCTION refuse_other_workspace();

CREATE TABLE api_token_policies (
  workspace_id uuid NOT NULL,
  allowed boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT api_token_policies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT api_token_policies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE api_tokens (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  told_days smallint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT api_tokens_id_key UNIQUE (id),
  CONSTRAINT api_tokens_token UNIQUE (token_hash),
  CONSTRAINT api_tokens_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT api_tokens_a_year CHECK (expires_at <= (created_at + '367 days'::interval)),
  CONSTRAINT api_tokens_name_check CHECK (name <> ''::text),
  CONSTRAINT api_tokens_scopes_check CHECK (scopes <> '{}'::text[])
);
CREATE INDEX api_tokens_by_expiry ON api_tokens USING btree (expires_at);
CREATE INDEX api_tokens_by_user ON api_tokens USING btree (user_id, workspace_id);

CREATE TABLE approved_figures (
  workspace_id uuid NOT NULL,
  thing_id uuid NOT NULL,
  record_id uuid NOT NULL,
  kind text NOT NULL,
  figure text NOT NULL,
  CONSTRAINT approved_figures_pkey PRIMARY KEY (workspace_id, thing_id, record_id),
  CONSTRAINT approved_figures_workspace_id_record_id_fkey FOREIGN KEY (workspace_id, record_id) REFERENCES checks(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT approved_figures_kind CHECK (kind = ANY (ARRAY['payment-date'::text, 'submission-date'::text, 'evidence'::text]))
);
CREATE INDEX approved_figures_of_record ON approved_figures USING btree (workspace_id, record_id);

CREATE TABLE assignments (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid,
  act_id uuid,
  responsible_id uuid,
  deputy_id uuid,
  checker_id uuid,
  evidence_required boolean,
  responsible_taken_away boolean NOT NULL DEFAULT false,
  checker_gone boolean NOT NULL DEFAULT false,
  unchecked_by uuid,
  CONSTRAINT assignments_scope UNIQUE NULLS NOT DISTINCT (workspace_id, compliance_item_id, act_id),
  CONSTRAINT assignments_act_id_fkey FOREIGN KEY (act_id) REFERENCES acts(id) ON DELETE CASCADE,
  CONSTRAINT assignments_checked_by FOREIGN KEY (workspace_id, checker_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (checker_id),
  CONSTRAINT assignments_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT assignments_deputy FOREIGN KEY (workspace_id, deputy_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (deputy_id),
  CONSTRAINT assignments_responsible FOREIGN KEY (workspace_id, responsible_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (responsible_id),
  CONSTRAINT assignments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT assignments_checker CHECK (NOT checker_gone OR checker_id IS NULL),
  CONSTRAINT assignments_default CHECK (NOT responsible_taken_away OR responsible_id IS NULL AND compliance_item_id IS NULL AND act_id IS NULL),
  CONSTRAINT assignments_one_scope CHECK (compliance_item_id IS NULL OR act_id IS NULL)
);
CREATE INDEX assignments_by_act ON assignments USING btree (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX assignments_by_checker ON assignments USING btree (workspace_id, checker_id);
CREATE INDEX assignments_by_deputy ON assignments USING btree (workspace_id, deputy_id);
CREATE INDEX assignments_by_item ON assignments USING btree (compliance_item_id) WHERE compliance_item_id IS NOT NULL;
CREATE INDEX assignments_by_responsible ON assignments USING btree (workspace_id, responsible_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON assignments FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER tenancy_act_id AFTER INSERT OR UPDATE OF workspace_id, act_id ON assignments FOR EACH ROW WHEN (new.act_id IS NOT NULL) EXECUTE FUNCTION prove_act_id();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON assignments FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON assignments FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE audit_log (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  impersonator_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  session_id uuid,
  request_id uuid,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON audit_log USING btree (action, at DESC);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor_id, at DESC);
CREATE INDEX audit_log_by_impersonator ON audit_log USING btree (impersonator_id, at DESC) WHERE impersonator_id IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject_id, at DESC);
CREATE INDEX audit_log_by_subject_kind ON audit_log USING btree (subject_kind, at DESC, id DESC);
CREATE INDEX audit_log_newest ON audit_log USING btree (at DESC, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_origins (
  entry_id uuid NOT NULL,
  address text NOT NULL,
  noted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_origins_pkey PRIMARY KEY (entry_id),
  CONSTRAINT audit_origins_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_log(id),
  CONSTRAINT audit_origins_address_check CHECK (length(address) <= 64)
);
CREATE INDEX audit_origins_oldest ON audit_origins USING btree (noted_at);

CREATE TABLE calendar_feeds (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_feeds_token UNIQUE (token_hash),
  CONSTRAINT calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'company'::text])),
  CONSTRAINT calendar_feeds_of_company CHECK ((kind = 'company'::text) = (workspace_id IS NOT NULL))
);
CREATE INDEX calendar_feeds_by_membership ON calendar_feeds USING btree (workspace_id, user_id);
CREATE INDEX calendar_feeds_by_user ON calendar_feeds USING btree (user_id, id);

CREATE TABLE catalogue_keys (
  kind text NOT NULL,
  key text NOT NULL,
  loaded_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT catalogue_keys_pkey PRIMARY KEY (kind, key),
  CONSTRAINT catalogue_keys_kind_check CHECK (kind = ANY (ARRAY['act'::text, 'field'::text, 'item'::text, 'format'::text]))
);

CREATE TABLE checks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  compliance_item_id uuid,
  day date,
  status text NOT NULL,
  note text NOT NULL,
  no_evidence_reason text,
  made_at timestamp with time zone NOT NULL,
  author_id uuid NOT NULL,
  impersonator_id uuid,
  in_name_of uuid NOT NULL,
  responsible_id uuid,
  deputy_id uuid,
  checker_id uuid,
  waits_for uuid,
  reason text,
  outcome text,
  decided_at timestamp with time zone,
  decided_by uuid,
  decider_impersonator_id uuid,
  decision text,
  stands_in text,
  filing jsonb,
  registration_id uuid,
  again_of uuid,
  settled_from timestamp with time zone,
  changed_by uuid[] NOT NULL DEFAULT '{}'::uuid[],
  duty_id uuid,
  seen_by uuid[],
  batch_id uuid,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT checks_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT checks_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT checks_duty FOREIGN KEY (duty_id, workspace_id) REFERENCES event_duties(id, workspace_id) ON DELETE CASCADE,
  CONSTRAINT checks_former FOREIGN KEY (again_of, workspace_id) REFERENCES checks(id, workspace_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT checks_registration FOREIGN KEY (registration_id, workspace_id) REFERENCES registrations(id, workspace_id),
  CONSTRAINT checks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT checks_about CHECK ((duty_id IS NULL) = (compliance_item_id IS NOT NULL) AND (duty_id IS NULL) = (day IS NOT NULL) AND (duty_id IS NULL OR registration_id IS NULL)),
  CONSTRAINT checks_decided CHECK (COALESCE(outcome = ANY (ARRAY['approved'::text, 'returned'::text]), false) = (decided_by IS NOT NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT checks_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'returned'::text, 'replaced'::text, 'taken-back'::text])),
  CONSTRAINT checks_reason_check CHECK (reason = ANY (ARRAY['own'::text, 'changed'::text, 'gone'::text])),
  CONSTRAINT checks_seen_by CHECK (seen_by IS NULL OR duty_id IS NOT NULL),
  CONSTRAINT checks_stands_in_check CHECK (stands_in = ANY (ARRAY['away'::text, 'own'::text, 'changed'::text, 'gone'::text])),
  CONSTRAINT checks_status_check CHECK (status = ANY (ARRAY['done'::text, 'not-to-do'::text, 'not-applicable'::text])),
  CONSTRAINT checks_wait_for_somebody CHECK ((waits_for IS NULL) = (reason IS NOT NULL)),
  CONSTRAINT nobody_checks_themselves CHECK (NOT (ARRAY[author_id, impersonator_id, in_name_of] || changed_by) && ARRAY[decided_by, decider_impersonator_id])
);
CREATE INDEX checks_by_former ON checks USING btree (workspace_id, again_of) WHERE again_of IS NOT NULL;
CREATE INDEX checks_by_item ON checks USING btree (compliance_item_id);
CREATE INDEX checks_by_registration ON checks USING btree (workspace_id, registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX checks_decided_by_author ON checks USING btree (workspace_id, author_id, decided_at DESC) WHERE outcome = ANY (ARRAY['approved'::text, 'returned'::text]);
CREATE INDEX checks_of_batch ON checks USING btree (workspace_id, batch_id) WHERE batch_id IS NOT NULL AND outcome IS NULL;
CREATE INDEX checks_of_day ON checks USING btree (workspace_id, compliance_item_id, day);
CREATE INDEX checks_of_duty ON checks USING btree (workspace_id, duty_id, made_at) WHERE duty_id IS NOT NULL;
CREATE INDEX checks_waiting ON checks USING btree (workspace_id, made_at, id) WHERE outcome IS NULL;
CREATE UNIQUE INDEX checks_waiting_of_day ON checks USING btree (workspace_id, compliance_item_id, day, registration_id) NULLS NOT DISTINCT WHERE outcome IS NULL AND duty_id IS NULL;
CREATE UNIQUE INDEX checks_waiting_of_duty ON checks USING btree (workspace_id, duty_id) WHERE outcome IS NULL AND duty_id IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON checks FOR EACH ROW WHEN (new.duty_id IS NULL) EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER announce_deleted AFTER DELETE ON checks FOR EACH ROW WHEN (old.duty_id IS NULL) EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER announce_of_duty AFTER INSERT OR UPDATE ON checks FOR EACH ROW WHEN (new.duty_id IS NOT NULL) EXECUTE FUNCTION announce_workspace_change('events');
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON checks FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();

CREATE TABLE companies (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  company_name text NOT NULL,
  employee_count integer NOT NULL,
  company_phone text NOT NULL DEFAULT ''::text,
  company_email text NOT NULL DEFAULT ''::text,
  designation text NOT NULL,
  industry text NOT NULL DEFAULT ''::text,
  company_website text NOT NULL DEFAULT ''::text,
  city text NOT NULL,
  state text NOT NULL,
  state_since timestamp with time zone NOT NULL DEFAULT now(),
  country text NOT NULL,
  confirmed boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  contact text NOT NULL DEFAULT 'counts'::text,
  import_key text,
  phone_key text NOT NULL GENERATED ALWAYS AS (phone_key(company_phone)) STORED,
  phone_shared boolean NOT NULL DEFAULT false,
  CONSTRAINT companies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT companies_id_key UNIQUE (id),
  CONSTRAINT companies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT companies_company_email_check CHECK (company_email = lower(company_email)),
  CONSTRAINT companies_contact_check CHECK (contact = ANY (ARRAY['counts'::text, 'further'::text, 'handed-over'::text])),
  CONSTRAINT companies_designation_check CHECK (designation = ANY (ARRAY['HR'::text, 'COO'::text, 'CEO'::text, 'Owner'::text, 'Manager'::text, 'Other'::text])),
  CONSTRAINT companies_employee_count_check CHECK (employee_count >= 1),
  CONSTRAINT companies_import_key CHECK (length(import_key) >= 1 AND length(import_key) <= 100)
);
CREATE UNIQUE INDEX companies_company_email_key ON companies USING btree (company_email) WHERE confirmed AND contact = 'counts'::text AND company_email <> ''::text;
CREATE UNIQUE INDEX companies_company_phone_key ON companies USING btree (phone_key) WHERE confirmed AND contact = 'counts'::text AND phone_key <> ''::text AND NOT phone_shared;
CREATE INDEX companies_shared_phones ON companies USING btree (phone_key) WHERE phone_shared;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION announce_settings_change('companies');
CREATE TRIGGER memberships AFTER INSERT OR DELETE OR UPDATE OF id, confirmed ON companies FOR EACH ROW EXECUTE FUNCTION hand_on_company();
CREATE TRIGGER shared_phone BEFORE UPDATE OF company_phone ON companies FOR EACH ROW WHEN (old.phone_shared AND old.company_phone <> new.company_phone) EXECUTE FUNCTION stop_sharing_phone();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON companies FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE company_days (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  day date NOT NULL,
  company_day date NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT company_days_pkey PRIMARY KEY (workspace_id, compliance_item_id, day),
  CONSTRAINT company_days_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT company_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT company_days_check CHECK (abs(company_day - day) <= 180)
);
CREATE INDEX company_days_by_item ON company_days USING btree (compliance_item_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON company_days FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON company_days FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON company_days FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE company_states (
  workspace_id uuid NOT NULL,
  state text NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT company_states_pkey PRIMARY KEY (workspace_id, state),
  CONSTRAINT company_states_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES companies(workspace_id) ON DELETE CASCADE
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON company_states FOR EACH ROW EXECUTE FUNCTION announce_settings_change('companies');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON company_states FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE compliance_fields (
  id uuid NOT NULL,
  catalogue_key text,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  access_level text NOT NULL DEFAULT 'free'::text,
  "position" integer NOT NULL,
  required boolean NOT NULL DEFAULT false,
  edited_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT compliance_fields_pkey PRIMARY KEY (id),
  CONSTRAINT compliance_fields_catalogue_key_key UNIQUE (catalogue_key),
  CONSTRAINT compliance_fields_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT compliance_fields_access_level_check CHECK (access_level = ANY (ARRAY['free'::text, 'premium'::text]))
);
CREATE INDEX compliance_fields_by_author ON compliance_fields USING btree (created_by);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON compliance_fields FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON compliance_fields FOR EACH ROW EXECUTE FUNCTION keep_catalogue();

CREATE TABLE compliance_items (
  id uuid NOT NULL,
  catalogue_key text,
  act_id uuid NOT NULL,
  sr_no integer NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  state text NOT NULL,
  min_employees integer NOT NULL DEFAULT 0,
  max_employees integer NOT NULL DEFAULT 0,
  access_level text NOT NULL DEFAULT 'free'::text,
  due_date date,
  frequency text NOT NULL,
  due_date_description text NOT NULL DEFAULT ''::text,
  reminder_days integer[] NOT NULL DEFAULT '{7,3,1}'::integer[],
  source text,
  confidence text,
  notes text,
  checked_on date,
  edited_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  conditions jsonb NOT NULL DEFAULT '[]'::jsonb,
  below_limit jsonb,
  level text,
  basis text,
  period text,
  period_lag integer,
  registration text,
  ended_reason text,
  workspace_id uuid,
  registration_id uuid,
  exceptions jsonb NOT NULL DEFAULT '[]'::jsonb,
  holiday_rule text,
  latest_after integer,
  import_key text,
  CONSTRAINT compliance_items_pkey PRIMARY KEY (id),
  CONSTRAINT compliance_items_catalogue_key_key UNIQUE (catalogue_key),
  CONSTRAINT compliance_items_act_id_fkey FOREIGN KEY (act_id) REFERENCES acts(id) ON DELETE RESTRICT,
  CONSTRAINT compliance_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT compliance_items_registration FOREIGN KEY (workspace_id, registration_id) REFERENCES registrations(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT compliance_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT compliance_items_access_level_check CHECK (access_level = ANY (ARRAY['free'::text, 'premium'::text])),
  CONSTRAINT compliance_items_basis_check CHECK (basis = ANY (ARRAY['statutory'::text, 'company'::text])),
  CONSTRAINT compliance_items_check CHECK (max_employees = 0 OR max_employees >= min_employees),
  CONSTRAINT compliance_items_check1 CHECK ((frequency = 'never'::text) = (due_date IS NULL)),
  CONSTRAINT compliance_items_check2 CHECK (num_nulls(source, confidence, notes, checked_on) = ANY (ARRAY[0, 4])),
  CONSTRAINT compliance_items_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  CONSTRAINT compliance_items_frequency_check CHECK (frequency = ANY (ARRAY['never'::text, 'once'::text, 'daily'::text, 'weekly'::text, 'monthly'::text, 'quarterly'::text, 'half-yearly'::text, 'yearly'::text, '2-years'::text])),
  CONSTRAINT compliance_items_holiday_rule_check CHECK (holiday_rule = 'next-working-day'::text),
  CONSTRAINT compliance_items_import_key CHECK (length(import_key) >= 1 AND length(import_key) <= 100),
  CONSTRAINT compliance_items_latest_after_check CHECK (latest_after >= 0),
  CONSTRAINT compliance_items_level_check CHECK (level = ANY (ARRAY['company'::text, 'state'::text, 'establishment'::text])),
  CONSTRAINT compliance_items_min_employees_check CHECK (min_employees >= 0),
  CONSTRAINT compliance_items_own CHECK ((workspace_id IS NULL OR catalogue_key IS NULL AND access_level = 'free'::text AND registration IS NULL) AND (registration_id IS NULL OR workspace_id IS NOT NULL)),
  CONSTRAINT compliance_items_period_check CHECK (period = ANY (ARRAY['previous-month'::text, 'quarter'::text, 'half-year'::text, 'year'::text]))
);
CREATE INDEX compliance_items_by_act ON compliance_items USING btree (act_id);
CREATE INDEX compliance_items_by_author ON compliance_items USING btree (created_by);
CREATE UNIQUE INDEX compliance_items_by_import_key ON compliance_items USING btree (workspace_id, import_key) NULLS NOT DISTINCT WHERE import_key IS NOT NULL;
CREATE INDEX compliance_items_of_catalogue ON compliance_items USING btree (sr_no, id) WHERE workspace_id IS NULL;
CREATE INDEX compliance_items_own ON compliance_items USING btree (workspace_id, sr_no, id) WHERE workspace_id IS NOT NULL;
CREATE UNIQUE INDEX compliance_items_renewal ON compliance_items USING btree (workspace_id, registration_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON compliance_items FOR EACH ROW EXECUTE FUNCTION announce_own_or_catalogue();
CREATE TRIGGER announce_emptied AFTER TRUNCATE ON compliance_items FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR UPDATE ON compliance_items FOR EACH ROW WHEN (new.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER keeps_catalogue_deleted BEFORE DELETE ON compliance_items FOR EACH ROW WHEN (old.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER stays_in_workspace BEFORE UPDATE OF workspace_id ON compliance_items FOR EACH ROW WHEN (old.workspace_id IS DISTINCT FROM new.workspace_id) EXECUTE FUNCTION refuse_other_workspace();
CREATE TRIGGER tenancy_act_id AFTER INSERT OR UPDATE OF workspace_id, act_id ON compliance_items FOR EACH ROW WHEN (new.act_id IS NOT NULL) EXECUTE FUNCTION prove_act_id();

CREATE TABLE compliance_values (
  compliance_item_id uuid NOT NULL,
  compliance_field_id uuid NOT NULL,
  text text NOT NULL,
  is_link boolean NOT NULL DEFAULT false,
  workspace_id uuid,
  CONSTRAINT compliance_values_pkey PRIMARY KEY (compliance_item_id, compliance_field_id),
  CONSTRAINT compliance_values_compliance_field_id_fkey FOREIGN KEY (compliance_field_id) REFERENCES compliance_fields(id) ON DELETE CASCADE,
  CONSTRAINT compliance_values_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE
);
CREATE INDEX compliance_values_by_field ON compliance_values USING btree (compliance_field_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON compliance_values FOR EACH ROW EXECUTE FUNCTION announce_own_or_catalogue();
CREATE TRIGGER announce_emptied AFTER TRUNCATE ON compliance_values FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER belongs_to_item BEFORE INSERT OR UPDATE OF compliance_item_id, workspace_id ON compliance_values FOR EACH ROW EXECUTE FUNCTION follow_item();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR UPDATE ON compliance_values FOR EACH ROW WHEN (new.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER keeps_catalogue_deleted BEFORE DELETE ON compliance_values FOR EACH ROW WHEN (old.workspace_id IS NULL) EXECUTE FUNCTION keep_catalogue();

CREATE TABLE conditions (
  key text NOT NULL,
  "position" integer NOT NULL,
  definition jsonb NOT NULL,
  CONSTRAINT conditions_pkey PRIMARY KEY (key)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON conditions FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON conditions FOR EACH ROW EXECUTE FUNCTION keep_catalogue();

CREATE TABLE contact_messages (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  handled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_subject_check CHECK (subject = ANY (ARRAY['general'::text, 'support'::text, 'billing'::text, 'feedback'::text, 'partnership'::text, 'plan-change'::text]))
);
CREATE INDEX contact_messages_handled ON contact_messages USING btree (created_at DESC, id DESC) WHERE handled_at IS NOT NULL;
CREATE INDEX contact_messages_newest ON contact_messages USING btree (created_at DESC, id DESC);
CREATE INDEX contact_messages_open ON contact_messages USING btree (created_at DESC, id DESC) WHERE handled_at IS NULL;

CREATE TABLE custom_reminders (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  user_id uuid,
  reminder_at timestamp with time zone NOT NULL,
  acknowledged_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT custom_reminders_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT custom_reminders_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT custom_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT custom_reminders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX custom_reminders_by_item ON custom_reminders USING btree (compliance_item_id);
CREATE INDEX custom_reminders_by_user ON custom_reminders USING btree (user_id);
CREATE INDEX custom_reminders_due ON custom_reminders USING btree (reminder_at) WHERE acknowledged_at IS NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON custom_reminders FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON custom_reminders FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON custom_reminders FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_endpoint UNIQUE (endpoint),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT devices_auth_check CHECK (length(auth) = 16),
  CONSTRAINT devices_p256dh_check CHECK (length(p256dh) = 65)
);
CREATE INDEX devices_of_user ON devices USING btree (user_id, created_at, id);

CREATE TABLE displaced_rows (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  "table" text NOT NULL,
  reason text NOT NULL,
  content jsonb NOT NULL,
  displaced_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT displaced_rows_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT displaced_rows_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE email_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  stop_hash bytea,
  undo_hash bytea,
  password_hash text,
  asked_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_stop_hash_key UNIQUE (stop_hash),
  CONSTRAINT email_changes_undo_hash_key UNIQUE (undo_hash),
  CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT email_changes_check CHECK (status <> 'done'::text OR undo_hash IS NOT NULL),
  CONSTRAINT email_changes_check1 CHECK ((status = 'done'::text) = (password_hash IS NOT NULL)),
  CONSTRAINT email_changes_new_email_check CHECK (new_email = lower(new_email)),
  CONSTRAINT email_changes_old_email_check CHECK (old_email = lower(old_email)),
  CONSTRAINT email_changes_status_check CHECK (status = ANY (ARRAY['asked'::text, 'replaced'::text, 'stopped'::text, 'done'::text, 'undone'::text]))
);
CREATE UNIQUE INDEX email_changes_asked ON email_changes USING btree (user_id) WHERE status = 'asked'::text;
CREATE INDEX email_changes_by_expiry ON email_changes USING btree (expires_at);
CREATE INDEX email_changes_by_user ON email_changes USING btree (user_id);
CREATE INDEX email_changes_reserved ON email_changes USING btree (old_email) WHERE status = 'done'::text;

CREATE TABLE establishments (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  follows_profile boolean NOT NULL DEFAULT false,
  name text,
  state text,
  city text,
  employee_count integer,
  nature text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT establishments_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT establishments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT establishments_check CHECK (follows_profile OR num_nulls(name, state, city, employee_count) = 0),
  CONSTRAINT establishments_employee_count_check CHECK (employee_count > 0)
);
CREATE UNIQUE INDEX establishments_of_profile ON establishments USING btree (workspace_id) WHERE follows_profile;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON establishments FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON establishments FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE event_duties (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  "position" integer NOT NULL,
  title text NOT NULL,
  act_id uuid,
  act text,
  condition text,
  definition jsonb NOT NULL,
  standing text NOT NULL,
  due_day date,
  due_at timestamp with time zone,
  recorded text,
  checking jsonb,
  settled_at timestamp with time zone,
  filed_on date,
  CONSTRAINT event_duties_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT event_duties_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES events(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT event_duties_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT event_duties_due CHECK (due_day IS NOT NULL OR due_at IS NULL),
  CONSTRAINT event_duties_recorded CHECK (recorded IS NULL OR standing = 'open'::text),
  CONSTRAINT event_duties_recorded_check CHECK (recorded = ANY (ARRAY['done'::text, 'not-done'::text, 'not-to-do'::text, 'on-hold'::text, 'not-applicable'::text, 'pending'::text])),
  CONSTRAINT event_duties_standing_check CHECK (standing = ANY (ARRAY['open'::text, 'offered'::text, 'declined'::text, 'below'::text]))
);
CREATE INDEX event_duties_of_event ON event_duties USING btree (workspace_id, event_id, "position");
CREATE INDEX event_duties_open ON event_duties USING btree (workspace_id, due_day, id) WHERE standing = 'open'::text AND (recorded IS NULL OR (recorded <> ALL (ARRAY['done'::text, 'not-to-do'::text, 'not-applicable'::text])));
CREATE INDEX event_duties_settled ON event_duties USING btree (workspace_id, due_day) WHERE settled_at IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON event_duties FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('events');
CREATE TRIGGER tenancy_act_id AFTER INSERT OR UPDATE OF workspace_id, act_id ON event_duties FOR EACH ROW WHEN (new.act_id IS NOT NULL) EXECUTE FUNCTION prove_named_act();

CREATE TABLE event_duty_records (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  duty_id uuid NOT NULL,
  status text NOT NULL,
  note text NOT NULL,
  updated_by uuid NOT NULL,
  impersonator_id uuid,
  created_at timestamp with time zone NOT NULL,
  takes_back uuid,
  no_evidence_reason text,
  responsible_id uuid,
  deputy_id uuid,
  checker_id uuid,
  checked_by uuid,
  checked_at timestamp with time zone,
  check_note text,
  check_instead text,
  written_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint,
  filing jsonb,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT event_duty_records_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT event_duty_records_taken_back FOREIGN KEY (takes_back, workspace_id) REFERENCES event_duty_records(id, workspace_id) ON DELETE CASCADE,
  CONSTRAINT event_duty_records_workspace_id_duty_id_fkey FOREIGN KEY (workspace_id, duty_id) REFERENCES event_duties(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT event_duty_records_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT event_duty_records_checked CHECK ((checked_by IS NULL) = (checked_at IS NULL) AND (checked_by IS NULL OR check_note IS NOT NULL)),
  CONSTRAINT event_duty_records_filing CHECK (filing IS NULL OR status = 'done'::text),
  CONSTRAINT event_duty_records_not_checked_by_author CHECK (checked_by IS NULL OR checked_by IS DISTINCT FROM updated_by AND checked_by IS DISTINCT FROM impersonator_id),
  CONSTRAINT event_duty_records_status CHECK (
CASE
    WHEN takes_back IS NULL THEN status = ANY (ARRAY['done'::text, 'not-done'::text, 'not-to-do'::text, 'on-hold'::text, 'not-applicable'::text, 'pending'::text])
    ELSE status = 'NOTE'::text
END)
);
CREATE INDEX event_duty_records_of_duty ON event_duty_records USING btree (workspace_id, duty_id, id);
CREATE UNIQUE INDEX event_duty_records_taken_back_once ON event_duty_records USING btree (workspace_id, takes_back) WHERE takes_back IS NOT NULL;
CREATE INDEX event_duty_records_written ON event_duty_records USING brin (written_in) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON event_duty_records FOR EACH ROW EXECUTE FUNCTION refuse_change_of_activity();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON event_duty_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE event_duty_rules (
  key text NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  act text,
  definition jsonb NOT NULL,
  CONSTRAINT event_duty_rules_pkey PRIMARY KEY (key),
  CONSTRAINT event_duty_rules_kind_fkey FOREIGN KEY (kind) REFERENCES event_kinds(key)
);
CREATE INDEX event_duty_rules_by_kind ON event_duty_rules USING btree (kind, "position");
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON event_duty_rules FOR EACH ROW EXECUTE FUNCTION keep_catalogue();

CREATE TABLE event_kinds (
  key text NOT NULL,
  "position" integer NOT NULL,
  edition text NOT NULL,
  definition jsonb NOT NULL,
  CONSTRAINT event_kinds_pkey PRIMARY KEY (key)
);
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON event_kinds FOR EACH ROW EXECUTE FUNCTION keep_catalogue();

CREATE TABLE events (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  edition text NOT NULL,
  definition jsonb NOT NULL,
  visibility text NOT NULL,
  state text NOT NULL,
  establishment_id uuid,
  label text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  number integer,
  later_days jsonb NOT NULL DEFAULT '{}'::jsonb,
  named uuid[] NOT NULL DEFAULT '{}'::uuid[],
  recorded_by uuid NOT NULL,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  place_id uuid,
  CONSTRAINT events_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT events_workspace_id_establishment_id_fkey FOREIGN KEY (workspace_id, establishment_id) REFERENCES establishments(workspace_id, id) ON DELETE SET NULL (establishment_id),
  CONSTRAINT events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT events_label_check CHECK (label <> ''::text),
  CONSTRAINT events_named CHECK (visibility = 'named'::text OR named = '{}'::uuid[]),
  CONSTRAINT events_number_check CHECK (number >= 0),
  CONSTRAINT events_visibility_check CHECK (visibility = ANY (ARRAY['company'::text, 'named'::text]))
);
CREATE INDEX events_by_establishment ON events USING btree (workspace_id, establishment_id);
CREATE INDEX events_newest ON events USING btree (workspace_id, happened_at DESC, id DESC);
CREATE INDEX events_of_limits ON events USING btree (workspace_id, happened_at) WHERE kind = 'threshold'::text;
CREATE INDEX events_restricted ON events USING btree (workspace_id) WHERE visibility = 'named'::text;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('events');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE evidence (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  subject_kind text,
  subject_id uuid,
  item_id uuid,
  day date,
  replaces uuid,
  file_id uuid,
  name text NOT NULL,
  type text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  document_day date,
  number text,
  amount_paise bigint,
  by uuid NOT NULL,
  impersonator uuid,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  attached_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_by uuid,
  removed_impersonator uuid,
  removed_reason text,
  said jsonb,
  written_in bigint,
  replaced_by uuid,
  imported boolean NOT NULL DEFAULT false,
  removal_imported boolean NOT NULL DEFAULT false,
  CONSTRAINT evidence_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT evidence_file FOREIGN KEY (file_id, workspace_id) REFERENCES files(id, workspace_id) ON DELETE SET NULL (file_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT evidence_item_id_fkey FOREIGN KEY (item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT evidence_original FOREIGN KEY (replaces, workspace_id) REFERENCES evidence(id, workspace_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT evidence_revision FOREIGN KEY (replaced_by, workspace_id) REFERENCES evidence(id, workspace_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT evidence_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT evidence_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT evidence_attached CHECK ((subject_kind IS NULL) = (subject_id IS NULL) AND (subject_kind IS NULL) = (attached_at IS NULL)),
  CONSTRAINT evidence_name_check CHECK (name <> ''::text),
  CONSTRAINT evidence_of_item CHECK ((item_id IS NOT NULL) = COALESCE(subject_kind = ANY (ARRAY['record'::text, 'payment-date'::text, 'submission-date'::text]), false) AND (item_id IS NULL) = (day IS NULL)),
  CONSTRAINT evidence_removed CHECK ((removed_at IS NULL) = (removed_by IS NULL) AND (removed_at IS NULL) = (removed_reason IS NULL) AND (removed_at IS NULL OR subject_id IS NOT NULL)),
  CONSTRAINT evidence_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT evidence_size_check CHECK (size > 0),
  CONSTRAINT evidence_subject_kind_check CHECK (subject_kind = ANY (ARRAY['record'::text, 'duty'::text, 'payment-date'::text, 'submission-date'::text, 'registration'::text]))
);
CREATE INDEX evidence_by_file ON evidence USING btree (file_id, workspace_id) WHERE file_id IS NOT NULL;
CREATE INDEX evidence_by_hash ON evidence USING btree (workspace_id, sha256);
CREATE INDEX evidence_by_item ON evidence USING btree (item_id) WHERE item_id IS NOT NULL;
CREATE INDEX evidence_by_original ON evidence USING btree (workspace_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX evidence_of_day ON evidence USING btree (workspace_id, item_id, day) WHERE item_id IS NOT NULL;
CREATE INDEX evidence_of_subject ON evidence USING btree (workspace_id, subject_id, id) WHERE subject_id IS NOT NULL;
CREATE UNIQUE INDEX evidence_once ON evidence USING btree (workspace_id, subject_id, sha256) WHERE subject_id IS NOT NULL AND removed_at IS NULL;
CREATE INDEX evidence_removed_bytes ON evidence USING btree (removed_at) WHERE removed_at IS NOT NULL AND file_id IS NOT NULL;
CREATE INDEX evidence_replaced_by ON evidence USING btree (workspace_id, replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX evidence_staged ON evidence USING btree (at) WHERE subject_id IS NULL;
CREATE INDEX evidence_staged_by ON evidence USING btree (by, id) WHERE subject_id IS NULL;
CREATE INDEX evidence_written ON evidence USING btree (written_in) WHERE subject_id IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF subject_id, removed_at, document_day, number, amount_paise ON evidence FOR EACH ROW WHEN (new.subject_kind <> 'duty'::text) EXECUTE FUNCTION announce_workspace_change('evidence');
CREATE TRIGGER announce_deleted AFTER DELETE ON evidence FOR EACH ROW WHEN (old.subject_kind <> 'duty'::text) EXECUTE FUNCTION announce_workspace_change('evidence');
CREATE TRIGGER announce_of_duty AFTER INSERT OR UPDATE OF subject_id, removed_at, document_day, number, amount_paise ON evidence FOR EACH ROW WHEN (new.subject_kind = 'duty'::text) EXECUTE FUNCTION announce_workspace_change('events');
CREATE CONSTRAINT TRIGGER approved AFTER INSERT OR UPDATE OF subject_id, removed_at, document_day, number, amount_paise ON evidence DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.subject_id IS NOT NULL) EXECUTE FUNCTION hold_approved_evidence();
CREATE TRIGGER mark_write BEFORE INSERT OR UPDATE OF subject_id, removed_at ON evidence FOR EACH ROW EXECUTE FUNCTION mark_write();
CREATE TRIGGER remove_bytes AFTER DELETE ON evidence FOR EACH ROW WHEN (old.file_id IS NOT NULL) EXECUTE FUNCTION remove_evidence_bytes();
CREATE TRIGGER tally AFTER INSERT OR DELETE OR UPDATE OF workspace_id, file_id ON evidence FOR EACH ROW EXECUTE FUNCTION tally_evidence();
CREATE TRIGGER tenancy_item_id AFTER INSERT OR UPDATE OF workspace_id, item_id ON evidence FOR EACH ROW WHEN (new.item_id IS NOT NULL) EXECUTE FUNCTION prove_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON evidence FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE evidence_tallies (
  workspace_id uuid NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT evidence_tallies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT evidence_tallies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE exclusions (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  reason text NOT NULL,
  until date,
  excluded_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT exclusions_pkey PRIMARY KEY (workspace_id, compliance_item_id),
  CONSTRAINT exclusions_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT exclusions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT exclusions_reason_check CHECK (reason <> ''::text)
);
CREATE INDEX exclusions_by_item ON exclusions USING btree (compliance_item_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON exclusions FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON exclusions FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON exclusions FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE extensions (
  id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  day date NOT NULL,
  new_day date NOT NULL,
  states text[] NOT NULL DEFAULT '{}'::text[],
  condition text,
  authority text NOT NULL,
  link text NOT NULL,
  published_by uuid NOT NULL,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  taken_back_by uuid,
  taken_back_at timestamp with time zone,
  CONSTRAINT extensions_pkey PRIMARY KEY (id),
  CONSTRAINT extensions_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT extensions_authority_check CHECK (authority <> ''::text),
  CONSTRAINT extensions_check CHECK ((taken_back_by IS NULL) = (taken_back_at IS NULL)),
  CONSTRAINT extensions_condition_check CHECK (condition <> ''::text),
  CONSTRAINT extensions_link_check CHECK (link <> ''::text)
);
CREATE INDEX extensions_by_item ON extensions USING btree (compliance_item_id);
CREATE INDEX extensions_newest ON extensions USING btree (published_at, id);
CREATE UNIQUE INDEX extensions_once ON extensions USING btree (compliance_item_id, day, states) WHERE taken_back_at IS NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON extensions FOR EACH ROW EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER announce_emptied AFTER TRUNCATE ON extensions FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON extensions FOR EACH ROW EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF compliance_item_id ON extensions FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_catalogue_compliance_item_id();

CREATE TABLE facts (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  key text NOT NULL,
  establishment_id uuid,
  compliance_item_id uuid,
  answer text NOT NULL,
  answered_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT facts_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT facts_workspace_id_key_establishment_id_compliance_item_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, key, establishment_id, compliance_item_id),
  CONSTRAINT facts_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT facts_workspace_id_establishment_id_fkey FOREIGN KEY (workspace_id, establishment_id) REFERENCES establishments(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT facts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX facts_by_establishment ON facts USING btree (workspace_id, establishment_id);
CREATE INDEX facts_by_item ON facts USING btree (compliance_item_id) WHERE compliance_item_id IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON facts FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON facts FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON facts FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE file_addresses (
  workspace_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  prepared_file_id uuid NOT NULL,
  user_id uuid NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  impersonator_id uuid,
  resumes integer NOT NULL DEFAULT 0,
  CONSTRAINT file_addresses_pkey PRIMARY KEY (workspace_id, token_hash),
  CONSTRAINT file_addresses_token UNIQUE (token_hash),
  CONSTRAINT file_addresses_workspace_id_prepared_file_id_fkey FOREIGN KEY (workspace_id, prepared_file_id) REFERENCES prepared_files(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT file_addresses_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT file_addresses_resumes_check CHECK (resumes >= 0),
  CONSTRAINT file_addresses_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX file_addresses_of_file ON file_addresses USING btree (workspace_id, prepared_file_id);
CREATE INDEX file_addresses_of_impersonator ON file_addresses USING btree (impersonator_id) WHERE impersonator_id IS NOT NULL;
CREATE INDEX file_addresses_of_member ON file_addresses USING btree (workspace_id, user_id);

CREATE TABLE file_faults (
  file text NOT NULL,
  fault text NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT file_faults_pkey PRIMARY KEY (file, fault),
  CONSTRAINT file_faults_fault_check CHECK (fault = ANY (ARRAY['unattached'::text, 'missing'::text, 'altered'::text, 'unknown'::text]))
);

CREATE TABLE file_parts (
  file_id uuid NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT file_parts_pkey PRIMARY KEY (file_id, part),
  CONSTRAINT file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  CONSTRAINT file_parts_bytes_check CHECK (length(bytes) >= 1 AND length(bytes) <= 524288),
  CONSTRAINT file_parts_part_check CHECK (part >= 0)
);

CREATE TABLE files (
  id uuid NOT NULL,
  workspace_id uuid,
  purpose text NOT NULL,
  media_type text NOT NULL,
  size bigint,
  sha256 bytea,
  place text NOT NULL,
  also_in text,
  verdict text NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  whole_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE SET NULL,
  CONSTRAINT files_check CHECK ((also_in = ANY (ARRAY['postgres'::text, 's3'::text])) AND also_in <> place),
  CONSTRAINT files_check1 CHECK ((whole_at IS NULL) = (size IS NULL) AND (whole_at IS NULL) = (sha256 IS NULL)),
  CONSTRAINT files_place_check CHECK (place = ANY (ARRAY['postgres'::text, 's3'::text])),
  CONSTRAINT files_purpose_check CHECK (purpose = ANY (ARRAY['evidence'::text, 'pack'::text, 'export'::text, 'import'::text, 'hr-document'::text, 'job-posting'::text])),
  CONSTRAINT files_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT files_size_check CHECK (size >= 0),
  CONSTRAINT files_verdict_check CHECK (verdict = ANY (ARRAY['clean'::text, 'waiting'::text, 'scanned'::text, 'infected'::text])) NOT VALID
);
CREATE UNIQUE INDEX files_key_of_workspace ON files USING btree (id, workspace_id);
CREATE INDEX files_of_workspace ON files USING btree (workspace_id, purpose) WHERE workspace_id IS NOT NULL;
CREATE INDEX files_removed ON files USING btree (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX files_unfinished ON files USING btree (made_at) WHERE whole_at IS NULL;
CREATE INDEX files_unscanned ON files USING btree (id) WHERE verdict = 'clean'::text AND (purpose = ANY (ARRAY['evidence'::text, 'hr-document'::text, 'job-posting'::text]));
CREATE INDEX files_waiting ON files USING btree (whole_at) WHERE verdict = 'waiting'::text;
CREATE TRIGGER announce_infected AFTER UPDATE OF verdict ON files FOR EACH ROW WHEN (new.verdict = 'infected'::text AND old.verdict <> 'infected'::text AND new.purpose = 'evidence'::text AND new.workspace_id IS NOT NULL) EXECUTE FUNCTION announce_workspace_change('evidence');
CREATE TRIGGER remove_with_workspace BEFORE UPDATE OF workspace_id ON files FOR EACH ROW WHEN (old.workspace_id IS NOT NULL AND new.workspace_id IS NULL) EXECUTE FUNCTION remove_file_of_nobody();

CREATE TABLE filing_link_policies (
  workspace_id uuid NOT NULL,
  allowed boolean NOT NULL,
  CONSTRAINT filing_link_policies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT filing_link_policies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE filing_links (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  day date NOT NULL,
  user_id uuid NOT NULL,
  message_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  standing bytea NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL DEFAULT (clock_timestamp() + '7 days'::interval),
  used_at timestamp with time zone,
  CONSTRAINT filing_links_pkey PRIMARY KEY (workspace_id, compliance_item_id, day, user_id, message_id),
  CONSTRAINT filing_links_token UNIQUE (token_hash),
  CONSTRAINT filing_links_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT filing_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT filing_links_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX filing_links_by_end ON filing_links USING btree (expires_at);
CREATE INDEX filing_links_by_item ON filing_links USING btree (compliance_item_id);
CREATE INDEX filing_links_by_member ON filing_links USING btree (workspace_id, user_id);
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON filing_links FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();

CREATE TABLE handovers (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  offered_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT handovers_pkey PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT handovers_id_key UNIQUE (id),
  CONSTRAINT handovers_one_a_company UNIQUE (workspace_id),
  CONSTRAINT handovers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT handovers_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX handovers_by_user ON handovers USING btree (user_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON handovers FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('members');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON handovers FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE holidays (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT holidays_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT holidays_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT holidays_name_check CHECK (name <> ''::text)
);
CREATE UNIQUE INDEX holidays_one_a_day ON holidays USING btree (workspace_id, day);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON holidays FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON holidays FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE hr_documents (
  id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  file_name text NOT NULL,
  file_type text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  catalogue_key text,
  edited_at timestamp with time zone,
  file_id uuid NOT NULL,
  file_size integer NOT NULL,
  CONSTRAINT hr_documents_pkey PRIMARY KEY (id),
  CONSTRAINT hr_documents_catalogue_key_key UNIQUE (catalogue_key),
  CONSTRAINT hr_documents_file_id_key UNIQUE (file_id),
  CONSTRAINT hr_documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT hr_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT hr_documents_file_size_check CHECK (file_size >= 1 AND file_size <= (5 * 1024 * 1024)),
  CONSTRAINT hr_documents_file_type_check CHECK (file_type = ANY (ARRAY['pdf'::text, 'doc'::text, 'docx'::text, 'csv'::text, 'xlsx'::text]))
);
CREATE INDEX hr_documents_by_author ON hr_documents USING btree (created_by);
CREATE INDEX hr_documents_newest ON hr_documents USING btree (created_at DESC, id DESC);
CREATE TRIGGER remove_file AFTER DELETE ON hr_documents FOR EACH ROW EXECUTE FUNCTION remove_former_file();
CREATE TRIGGER replace_file AFTER UPDATE OF file_id ON hr_documents FOR EACH ROW WHEN (old.file_id <> new.file_id) EXECUTE FUNCTION remove_former_file();

CREATE TABLE imported_authors (
  workspace_id uuid NOT NULL,
  source text NOT NULL,
  row_id uuid NOT NULL,
  author uuid,
  impersonator uuid,
  CONSTRAINT imported_authors_pkey PRIMARY KEY (workspace_id, source, row_id),
  CONSTRAINT imported_authors_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE imported_companies (
  workspace_id uuid NOT NULL,
  manifest bytea NOT NULL,
  company_name text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  fingerprint text NOT NULL,
  head text,
  imported_at timestamp with time zone NOT NULL DEFAULT now(),
  imported_by uuid NOT NULL,
  CONSTRAINT imported_companies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT imported_companies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT imported_companies_manifest_check CHECK (length(manifest) = 32)
);
CREATE INDEX imported_companies_by_importer ON imported_companies USING btree (imported_by, manifest);

CREATE TABLE imported_people (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  role text,
  CONSTRAINT imported_people_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT imported_people_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE inherited_evidence (
  workspace_id uuid NOT NULL,
  record_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  CONSTRAINT inherited_evidence_pkey PRIMARY KEY (workspace_id, record_id, evidence_id),
  CONSTRAINT inherited_evidence_workspace_id_evidence_id_fkey FOREIGN KEY (workspace_id, evidence_id) REFERENCES evidence(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX inherited_evidence_of_file ON inherited_evidence USING btree (workspace_id, evidence_id);

CREATE TABLE instance_keys (
  name text NOT NULL,
  secret bytea NOT NULL,
  CONSTRAINT instance_keys_pkey PRIMARY KEY (name),
  CONSTRAINT instance_keys_name_check CHECK (name <> ''::text)
);

CREATE TABLE invitation_drafts (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT invitation_drafts_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT invitation_drafts_workspace_id_email_key UNIQUE (workspace_id, email),
  CONSTRAINT invitation_drafts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT invitation_drafts_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT invitation_drafts_role_check CHECK (role = ANY (ARRAY['manager'::text, 'member'::text, 'viewer'::text]))
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON invitation_drafts FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('members');

CREATE TABLE invitations (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  until date,
  acts uuid[],
  from_day date,
  to_day date,
  invited_by uuid NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  token_hash bytea NOT NULL,
  former_hash bytea,
  renewals smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT invitations_token UNIQUE (token_hash),
  CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT invitations_closed CHECK ((status = 'open'::text) = (closed_at IS NULL)),
  CONSTRAINT invitations_days CHECK (from_day <= to_day),
  CONSTRAINT invitations_email_check CHECK (email = lower(email)),
  CONSTRAINT invitations_role_check CHECK (role = ANY (ARRAY['manager'::text, 'member'::text, 'viewer'::text])),
  CONSTRAINT invitations_scope_of_viewers CHECK (
CASE role
    WHEN 'viewer'::text THEN until IS NOT NULL
    ELSE until IS NULL AND acts IS NULL AND from_day IS NULL AND to_day IS NULL
END),
  CONSTRAINT invitations_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'revoked'::text, 'ended'::text]))
);
CREATE INDEX invitations_by_email ON invitations USING btree (email);
CREATE INDEX invitations_by_end ON invitations USING btree (COALESCE(closed_at, expires_at));
CREATE INDEX invitations_by_former_token ON invitations USING btree (former_hash) WHERE former_hash IS NOT NULL;
CREATE UNIQUE INDEX invitations_open ON invitations USING btree (workspace_id, email) WHERE status = 'open'::text;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('members');
CREATE TRIGGER tenancy_acts AFTER INSERT OR UPDATE OF workspace_id, acts ON invitations FOR EACH ROW WHEN (new.acts IS NOT NULL) EXECUTE FUNCTION prove_named_acts();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON invitations FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE invited_sign_ups (
  workspace_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT invited_sign_ups_pkey PRIMARY KEY (workspace_id, invitation_id, user_id),
  CONSTRAINT invited_sign_ups_user_id_key UNIQUE (user_id),
  CONSTRAINT invited_sign_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT invited_sign_ups_workspace_id_invitation_id_fkey FOREIGN KEY (workspace_id, invitation_id) REFERENCES invitations(workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE item_tallies (
  compliance_item_id uuid NOT NULL,
  entries bigint NOT NULL
);
CREATE INDEX item_tallies_by_item ON item_tallies USING btree (compliance_item_id);

CREATE TABLE job_posting_files (
  id uuid NOT NULL,
  job_posting_id uuid NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL,
  "position" smallint NOT NULL,
  file_id uuid NOT NULL,
  file_size integer NOT NULL,
  CONSTRAINT job_posting_files_pkey PRIMARY KEY (id),
  CONSTRAINT job_posting_files_file_id_key UNIQUE (file_id),
  CONSTRAINT job_posting_files_job_posting_id_position_key UNIQUE (job_posting_id, "position"),
  CONSTRAINT job_posting_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT job_posting_files_job_posting_id_fkey FOREIGN KEY (job_posting_id) REFERENCES job_postings(id) ON DELETE CASCADE,
  CONSTRAINT job_posting_files_file_size_check CHECK (file_size >= 1 AND file_size <= (5 * 1024 * 1024)),
  CONSTRAINT job_posting_files_file_type_check CHECK (file_type = ANY (ARRAY['pdf'::text, 'doc'::text, 'docx'::text]))
);
CREATE TRIGGER remove_file AFTER DELETE ON job_posting_files FOR EACH ROW EXECUTE FUNCTION remove_former_file();
CREATE TRIGGER replace_file AFTER UPDATE OF file_id ON job_posting_files FOR EACH ROW WHEN (old.file_id <> new.file_id) EXECUTE FUNCTION remove_former_file();

CREATE TABLE job_postings (
  id uuid NOT NULL,
  job_title text NOT NULL,
  job_description text NOT NULL,
  location text NOT NULL,
  salary_range text NOT NULL,
  additional_perks text NOT NULL DEFAULT ''::text,
  required_experience text NOT NULL,
  qualification text NOT NULL,
  specific_skills text NOT NULL,
  additional_requirements text NOT NULL DEFAULT ''::text,
  job_timings text NOT NULL,
  weeks_offs text NOT NULL,
  joining_timeline text NOT NULL,
  company_profile text NOT NULL,
  contact_name text NOT NULL,
  contact_email text NOT NULL,
  contact_phone text NOT NULL,
  handled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT job_postings_pkey PRIMARY KEY (id)
);
CREATE INDEX job_postings_handled ON job_postings USING btree (created_at DESC, id DESC) WHERE handled_at IS NOT NULL;
CREATE INDEX job_postings_newest ON job_postings USING btree (created_at DESC, id DESC);
CREATE INDEX job_postings_open ON job_postings USING btree (created_at DESC, id DESC) WHERE handled_at IS NULL;

CREATE TABLE known_browsers (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  keeps_cookies boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_sign_in_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT known_browsers_pkey PRIMARY KEY (token_hash),
  CONSTRAINT known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_browsers_by_last_sign_in ON known_browsers USING btree (last_sign_in_at);
CREATE INDEX known_browsers_by_user ON known_browsers USING btree (user_id, last_sign_in_at);

CREATE TABLE law_changes (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  edition text,
  change text NOT NULL,
  about text NOT NULL,
  compliance_item_id uuid,
  title text NOT NULL,
  state text NOT NULL,
  effective_on date,
  was text NOT NULL,
  now text NOT NULL,
  source text NOT NULL,
  reach_was jsonb,
  reach_now jsonb,
  CONSTRAINT law_changes_pkey PRIMARY KEY (id),
  CONSTRAINT law_changes_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE SET NULL,
  CONSTRAINT law_changes_about_check CHECK (about = ANY (ARRAY['item'::text, 'professional-tax'::text, 'welfare-fund'::text, 'late-cost'::text, 'code-rule'::text])),
  CONSTRAINT law_changes_change_check CHECK (change = ANY (ARRAY['added'::text, 'ended'::text, 'merged'::text, 'moved'::text, 'reach-changed'::text, 'rate-changed'::text, 'stage-changed'::text])),
  CONSTRAINT law_changes_reach CHECK (change <> 'reach-changed'::text OR reach_was IS NOT NULL AND reach_now IS NOT NULL)
);
CREATE INDEX law_changes_newest ON law_changes USING btree (at DESC, id DESC);
CREATE INDEX law_changes_of_items ON law_changes USING btree (compliance_item_id);
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON law_changes FOR EACH ROW EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF compliance_item_id ON law_changes FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_catalogue_compliance_item_id();

CREATE TABLE law_rows (
  kind text NOT NULL,
  key text NOT NULL,
  "position" integer NOT NULL,
  definition jsonb NOT NULL,
  CONSTRAINT law_rows_pkey PRIMARY KEY (kind, key),
  CONSTRAINT law_rows_kind_check CHECK (kind = ANY (ARRAY['professional-tax'::text, 'welfare-fund'::text, 'holiday'::text, 'late-cost'::text, 'code-rule'::text]))
);
CREATE INDEX law_rows_of_items ON law_rows USING gin ((definition -> 'itemKeys'::text)) WHERE kind = 'late-cost'::text;
CREATE INDEX law_rows_of_state ON law_rows USING btree (kind, (definition ->> 'state'::text));
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON law_rows FOR EACH ROW EXECUTE FUNCTION keep_catalogue();

CREATE TABLE ledger (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  user_id uuid NOT NULL,
  actor_id uuid,
  order_id uuid,
  amount_paise bigint NOT NULL DEFAULT 0,
  plan text,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT ledger_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_by_order ON ledger USING btree (order_id);
CREATE INDEX ledger_by_user ON ledger USING btree (user_id, at);
CREATE UNIQUE INDEX ledger_once_an_order ON ledger USING btree (order_id, kind) WHERE order_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE local_payments (
  session_id text NOT NULL,
  order_id text NOT NULL,
  amount_paise bigint NOT NULL,
  currency text NOT NULL,
  return_url text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE'::text,
  expires_at timestamp with time zone NOT NULL,
  refund_id text,
  CONSTRAINT local_payments_pkey PRIMARY KEY (session_id),
  CONSTRAINT local_payments_order_id_key UNIQUE (order_id),
  CONSTRAINT local_payments_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT local_payments_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'PAID'::text, 'FAILED'::text]))
);

CREATE TABLE mail_log (
  id uuid NOT NULL,
  user_id uuid,
  subject text,
  address text,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  tried_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  error text,
  CONSTRAINT mail_log_pkey PRIMARY KEY (id),
  CONSTRAINT mail_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT mail_log_check CHECK (user_id IS NOT NULL OR subject IS NULL AND address IS NULL),
  CONSTRAINT mail_log_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX mail_log_made_at ON mail_log USING btree (made_at);
CREATE INDEX mail_log_not_sent ON mail_log USING btree (made_at DESC, id DESC) WHERE state <> 'sent'::text;
CREATE INDEX mail_log_of_user ON mail_log USING btree (user_id, made_at DESC, id DESC);

CREATE TABLE memberships (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  role text NOT NULL,
  company_id uuid,
  plan text NOT NULL DEFAULT 'free'::text,
  frozen_from timestamp with time zone,
  since timestamp with time zone NOT NULL DEFAULT now(),
  until date,
  acts uuid[],
  from_day date,
  to_day date,
  CONSTRAINT memberships_pkey PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT memberships_id_key UNIQUE (id),
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT memberships_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT memberships_days CHECK (from_day <= to_day),
  CONSTRAINT memberships_plan_check CHECK (plan = ANY (ARRAY['free'::text, 'premium'::text])),
  CONSTRAINT memberships_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'viewer'::text])),
  CONSTRAINT memberships_scope_of_viewers CHECK (role = 'viewer'::text OR until IS NULL AND acts IS NULL AND from_day IS NULL AND to_day IS NULL)
);
CREATE INDEX memberships_by_user ON memberships USING btree (user_id);
CREATE UNIQUE INDEX memberships_owner ON memberships USING btree (workspace_id) WHERE role = 'owner'::text;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF workspace_id, user_id, role, until, acts, from_day, to_day, company_id ON memberships FOR EACH ROW EXECUTE FUNCTION announce_membership();
CREATE TRIGGER copies BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION copy_to_membership();
CREATE TRIGGER end_prepared_files AFTER UPDATE OF role, acts, from_day, to_day ON memberships FOR EACH ROW WHEN (old.acts IS DISTINCT FROM new.acts OR old.from_day IS DISTINCT FROM new.from_day OR old.to_day IS DISTINCT FROM new.to_day OR array_position(ARRAY['owner'::text, 'manager'::text, 'member'::text, 'viewer'::text], new.role) > array_position(ARRAY['owner'::text, 'manager'::text, 'member'::text, 'viewer'::text], old.role)) EXECUTE FUNCTION end_prepared_files();
CREATE TRIGGER end_staged_evidence AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_staged_evidence();
CREATE TRIGGER end_staged_evidence_of_viewer AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (new.role = 'viewer'::text AND old.role <> 'viewer'::text) EXECUTE FUNCTION end_staged_evidence();
CREATE TRIGGER end_tokens AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (array_position(ARRAY['owner'::text, 'manager'::text, 'member'::text, 'viewer'::text], new.role) > array_position(ARRAY['owner'::text, 'manager'::text, 'member'::text, 'viewer'::text], old.role)) EXECUTE FUNCTION end_tokens_with_role();
CREATE TRIGGER end_with_membership AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_with_membership();
CREATE TRIGGER end_with_role AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (new.role = ANY (ARRAY['member'::text, 'viewer'::text])) EXECUTE FUNCTION end_with_membership();
CREATE CONSTRAINT TRIGGER owner AFTER INSERT OR DELETE OR UPDATE OF role, workspace_id ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_owner();
CREATE TRIGGER person AFTER INSERT OR DELETE OR UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE TRIGGER person_emptied AFTER TRUNCATE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION forget_versions_of_people();
CREATE TRIGGER plan AFTER INSERT OR DELETE OR UPDATE OF role ON memberships FOR EACH ROW EXECUTE FUNCTION follow_owner();
CREATE TRIGGER release_viewer AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (new.role = 'viewer'::text AND old.role <> 'viewer'::text) EXECUTE FUNCTION release_assignments();
CREATE TRIGGER release_who_leaves BEFORE DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION release_assignments();
CREATE TRIGGER tenancy_acts AFTER INSERT OR UPDATE OF workspace_id, acts ON memberships FOR EACH ROW WHEN (new.acts IS NOT NULL) EXECUTE FUNCTION prove_named_acts();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE merged_items (
  id uuid NOT NULL,
  into_id uuid NOT NULL,
  CONSTRAINT merged_items_pkey PRIMARY KEY (id),
  CONSTRAINT merged_items_into_id_fkey FOREIGN KEY (into_id) REFERENCES compliance_items(id) ON DELETE CASCADE
);
CREATE INDEX merged_items_by_target ON merged_items USING btree (into_id);
CREATE TRIGGER keeps_catalogue BEFORE INSERT OR DELETE OR UPDATE ON merged_items FOR EACH ROW EXECUTE FUNCTION keep_catalogue();
CREATE TRIGGER tenancy_into_id AFTER INSERT OR UPDATE OF into_id ON merged_items FOR EACH ROW WHEN (new.into_id IS NOT NULL) EXECUTE FUNCTION prove_catalogue_into_id();

CREATE TABLE message_defaults (
  workspace_id uuid NOT NULL,
  hour smallint NOT NULL,
  digest boolean NOT NULL,
  monday boolean NOT NULL,
  custom boolean NOT NULL,
  escalation boolean NOT NULL,
  hour_set_at timestamp with time zone,
  CONSTRAINT message_defaults_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT message_defaults_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT message_defaults_hour_check CHECK (hour >= 6 AND hour <= 22)
);

CREATE TABLE message_preferences (
  user_id uuid NOT NULL,
  hour smallint,
  digest boolean,
  monday boolean,
  custom boolean,
  escalation boolean,
  hour_set_at timestamp with time zone,
  CONSTRAINT message_preferences_pkey PRIMARY KEY (user_id),
  CONSTRAINT message_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT message_preferences_hour_check CHECK (hour >= 6 AND hour <= 22)
);

CREATE TABLE messages (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  channel text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  about jsonb NOT NULL DEFAULT '{}'::jsonb,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  send_after timestamp with time zone NOT NULL,
  taken_until timestamp with time zone,
  state text NOT NULL DEFAULT 'waiting'::text,
  subject text,
  address text,
  sent_at timestamp with time zone,
  tries smallint NOT NULL DEFAULT 0,
  error text,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_key_key UNIQUE (key),
  CONSTRAINT messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT messages_about_check CHECK (jsonb_typeof(about) = 'object'::text),
  CONSTRAINT messages_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'push'::text])),
  CONSTRAINT messages_check CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  CONSTRAINT messages_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  CONSTRAINT messages_kind_check CHECK (kind <> ''::text),
  CONSTRAINT messages_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'skipped'::text, 'refused'::text, 'failed'::text])),
  CONSTRAINT messages_tries_check CHECK (tries >= 0)
);
CREATE INDEX messages_due ON messages USING btree (channel, (kind = ANY (ARRAY['digest'::text, 'monday'::text])), send_after, id) WHERE state = 'waiting'::text;
CREATE INDEX messages_gone_wrong ON messages USING btree (made_at DESC, id DESC) WHERE state = ANY (ARRAY['refused'::text, 'failed'::text]);
CREATE INDEX messages_of_user ON messages USING btree (user_id, workspace_id, made_at DESC, id DESC);
CREATE INDEX messages_of_workspace ON messages USING btree (workspace_id) WHERE workspace_id IS NOT NULL;

CREATE TABLE met_extensions (
  workspace_id uuid NOT NULL,
  extension_id uuid NOT NULL,
  met_by uuid NOT NULL,
  met_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT met_extensions_pkey PRIMARY KEY (workspace_id, extension_id),
  CONSTRAINT met_extensions_extension_id_fkey FOREIGN KEY (extension_id) REFERENCES extensions(id) ON DELETE CASCADE,
  CONSTRAINT met_extensions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX met_extensions_by_extension ON met_extensions USING btree (extension_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON met_extensions FOR EACH ROW EXECUTE FUNCTION announce_settings_change('tracker');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON met_extensions FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE one_time_codes (
  purpose text NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  code_hash text NOT NULL,
  step_hash bytea NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  address_hash bytea,
  by_address boolean NOT NULL DEFAULT false,
  wrong_tries_by_address smallint NOT NULL DEFAULT 0,
  known boolean NOT NULL DEFAULT false,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (user_id, purpose, step_hash),
  CONSTRAINT one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT one_time_codes_email_check CHECK (email = lower(email)),
  CONSTRAINT one_time_codes_purpose_check CHECK (purpose = ANY (ARRAY['registration'::text, 'login'::text, 'password-reset'::text, 'email-change'::text]))
);
CREATE INDEX one_time_codes_by_email ON one_time_codes USING btree (email, purpose);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes USING btree (expires_at);
CREATE UNIQUE INDEX one_time_codes_newest_of_address ON one_time_codes USING btree (user_id, purpose, address_hash) WHERE by_address;

CREATE TABLE orders (
  id uuid NOT NULL,
  order_id text NOT NULL,
  workspace_id uuid,
  user_id uuid,
  plan text NOT NULL,
  amount_paise bigint NOT NULL,
  currency text NOT NULL DEFAULT 'INR'::text,
  provider text NOT NULL,
  provider_order_id text,
  payment_session_id text,
  status text NOT NULL DEFAULT 'created'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  paid_at timestamp with time zone,
  granted_at timestamp with time zone,
  refunded_at timestamp with time zone,
  checked_at timestamp with time zone,
  checks smallint NOT NULL DEFAULT 0,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  refund_attempt smallint NOT NULL DEFAULT 0,
  refund_failed_at timestamp with time zone,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_order_id_key UNIQUE (order_id),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT orders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE SET NULL,
  CONSTRAINT orders_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT orders_check CHECK (paid_at IS NOT NULL OR (status <> ALL (ARRAY['paid'::text, 'refunded'::text]))),
  CONSTRAINT orders_check1 CHECK (refund_failed_at IS NULL OR status = 'refunded'::text),
  CONSTRAINT orders_currency_check CHECK (currency = 'INR'::text),
  CONSTRAINT orders_plan_check CHECK (plan = 'premium'::text),
  CONSTRAINT orders_provider_check CHECK (provider = ANY (ARRAY['cashfree'::text, 'local'::text])),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['created'::text, 'active'::text, 'paid'::text, 'failed'::text, 'refunded'::text]))
);
CREATE INDEX orders_by_user ON orders USING btree (user_id);
CREATE INDEX orders_by_workspace ON orders USING btree (workspace_id, created_at DESC);
CREATE INDEX orders_failed_lately ON orders USING btree (created_at) WHERE status = 'failed'::text AND checks < 26;
CREATE UNIQUE INDEX orders_one_open_per_user ON orders USING btree (user_id) WHERE status = ANY (ARRAY['created'::text, 'active'::text]);
CREATE INDEX orders_open ON orders USING btree (created_at) WHERE status = ANY (ARRAY['created'::text, 'active'::text]);
CREATE INDEX orders_paid_unused ON orders USING btree (created_at) WHERE status = 'paid'::text AND granted_at IS NULL;

CREATE TABLE outgoing_mail (
  id uuid NOT NULL,
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  attachment jsonb,
  CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_mail_by_recipient ON outgoing_mail USING btree (to_address, sent_at DESC, id DESC);
CREATE INDEX outgoing_mail_newest ON outgoing_mail USING btree (sent_at DESC, id DESC);

CREATE TABLE passkey_steps (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  browser_hash bytea NOT NULL,
  address_hash bytea,
  challenge text,
  challenge_until timestamp with time zone NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  wrong_tries_by_address smallint NOT NULL DEFAULT 0,
  CONSTRAINT passkey_steps_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_steps_user_id_purpose_browser_hash_key UNIQUE (user_id, purpose, browser_hash),
  CONSTRAINT passkey_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT passkey_steps_purpose_check CHECK (purpose = ANY (ARRAY['add'::text, 'sign-in'::text]))
);
CREATE INDEX passkey_steps_by_expiry ON passkey_steps USING btree (expires_at);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id);
CREATE TRIGGER person AFTER INSERT OR DELETE OR UPDATE OF user_id ON passkeys FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE TRIGGER person_emptied AFTER TRUNCATE ON passkeys FOR EACH STATEMENT EXECUTE FUNCTION forget_versions_of_people();

CREATE TABLE payer_offers (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT payer_offers_pkey PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT payer_offers_one_a_company UNIQUE (workspace_id),
  CONSTRAINT payer_offers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT payer_offers_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX payer_offers_by_user ON payer_offers USING btree (user_id);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON payer_offers FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('members');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON payer_offers FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE payment_dates (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  user_id uuid,
  day date NOT NULL,
  amount_paise bigint NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  written_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT payment_dates_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT payment_dates_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT payment_dates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT payment_dates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT payment_dates_amount_paise_check CHECK (amount_paise > 0)
);
CREATE INDEX payment_dates_by_item ON payment_dates USING btree (compliance_item_id);
CREATE INDEX payment_dates_by_user ON payment_dates USING btree (user_id);
CREATE INDEX payment_dates_written ON payment_dates USING brin (written_in) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON payment_dates FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE CONSTRAINT TRIGGER approved AFTER DELETE OR UPDATE OF day, amount_paise ON payment_dates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_approved_figure();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON payment_dates FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON payment_dates FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE planned_hours (
  day date NOT NULL,
  hour smallint NOT NULL,
  planned_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT planned_hours_pkey PRIMARY KEY (day, hour),
  CONSTRAINT planned_hours_hour_check CHECK (hour >= 6 AND hour <= 22)
);

CREATE TABLE prepared_files (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  wanted jsonb NOT NULL,
  name text NOT NULL,
  asked_by uuid NOT NULL,
  impersonator_id uuid,
  asked_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting'::text,
  tries integer NOT NULL DEFAULT 0,
  held_until timestamp with time zone,
  done integer NOT NULL DEFAULT 0,
  total integer,
  file_id uuid,
  size bigint,
  fault text,
  ended_at timestamp with time zone,
  writing uuid,
  CONSTRAINT prepared_files_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT prepared_files_file FOREIGN KEY (file_id, workspace_id) REFERENCES files(id, workspace_id) ON DELETE SET NULL (file_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT prepared_files_workspace_id_asked_by_fkey FOREIGN KEY (workspace_id, asked_by) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT prepared_files_done_check CHECK (done >= 0),
  CONSTRAINT prepared_files_end CHECK ((state = ANY (ARRAY['ready'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  CONSTRAINT prepared_files_kind_check CHECK (kind = ANY (ARRAY['export'::text, 'pack'::text, 'company'::text])),
  CONSTRAINT prepared_files_name_check CHECK (name <> ''::text),
  CONSTRAINT prepared_files_size_check CHECK (size >= 0),
  CONSTRAINT prepared_files_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'making'::text, 'ready'::text, 'failed'::text])),
  CONSTRAINT prepared_files_total_check CHECK (total >= 0),
  CONSTRAINT prepared_files_tries_check CHECK (tries >= 0),
  CONSTRAINT prepared_files_wanted_check CHECK (jsonb_typeof(wanted) = 'object'::text)
);
CREATE INDEX prepared_files_by_end ON prepared_files USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX prepared_files_by_file ON prepared_files USING btree (file_id, workspace_id) WHERE file_id IS NOT NULL;
CREATE INDEX prepared_files_of_impersonator ON prepared_files USING btree (impersonator_id) WHERE impersonator_id IS NOT NULL;
CREATE INDEX prepared_files_of_member ON prepared_files USING btree (workspace_id, asked_by);
CREATE UNIQUE INDEX prepared_files_one_at_a_time ON prepared_files USING btree (workspace_id, kind) WHERE kind <> 'export'::text AND (state = ANY (ARRAY['waiting'::text, 'making'::text]));
CREATE INDEX prepared_files_to_make ON prepared_files USING btree (asked_at) WHERE state = ANY (ARRAY['waiting'::text, 'making'::text]);
CREATE TRIGGER announce AFTER UPDATE OF state ON prepared_files FOR EACH ROW WHEN (new.state = ANY (ARRAY['ready'::text, 'failed'::text])) EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER remove_file AFTER DELETE ON prepared_files FOR EACH ROW WHEN (COALESCE(old.file_id, old.writing) IS NOT NULL) EXECUTE FUNCTION remove_prepared_file();

CREATE TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_by_expiry ON rate_limits USING btree (expire);

CREATE TABLE receipt_counter (
  only_row boolean NOT NULL DEFAULT true,
  last_number bigint NOT NULL,
  CONSTRAINT receipt_counter_pkey PRIMARY KEY (only_row),
  CONSTRAINT receipt_counter_last_number_check CHECK (last_number >= 0),
  CONSTRAINT receipt_counter_only_row_check CHECK (only_row)
);

CREATE TABLE receipts (
  number bigint NOT NULL,
  order_id uuid NOT NULL,
  issued_at timestamp with time zone NOT NULL DEFAULT now(),
  amount_paise bigint NOT NULL,
  seller jsonb NOT NULL,
  period_start timestamp with time zone NOT NULL,
  period_end timestamp with time zone NOT NULL,
  CONSTRAINT receipts_pkey PRIMARY KEY (number),
  CONSTRAINT receipts_order_id_key UNIQUE (order_id),
  CONSTRAINT receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT receipts_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT receipts_number_check CHECK (number > 0)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE registrations (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  number text NOT NULL,
  state text,
  establishment_id uuid,
  authority text NOT NULL DEFAULT ''::text,
  from_day date,
  until_day date,
  ceiling integer,
  renewal_filed_on date,
  removed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registrations_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT registrations_workspace_id_establishment_id_fkey FOREIGN KEY (workspace_id, establishment_id) REFERENCES establishments(workspace_id, id) ON DELETE SET NULL (establishment_id),
  CONSTRAINT registrations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT registrations_ceiling_check CHECK (ceiling > 0),
  CONSTRAINT registrations_kind_check CHECK (kind = ANY (ARRAY['epf'::text, 'esi'::text, 'pt-rc'::text, 'pt-ec'::text, 'lwf'::text, 'shops'::text, 'factory'::text, 'contract-labour'::text, 'trade-licence'::text, 'pan'::text, 'tan'::text, 'gstin'::text, 'cin'::text, 'udyam'::text, 'fssai'::text, 'other'::text])),
  CONSTRAINT registrations_period CHECK (until_day >= from_day),
  CONSTRAINT registrations_renewal CHECK (renewal_filed_on IS NULL OR until_day IS NOT NULL)
);
CREATE INDEX registrations_by_establishment ON registrations USING btree (workspace_id, establishment_id);
CREATE UNIQUE INDEX registrations_of_india ON registrations USING btree (workspace_id, kind, number) WHERE removed_at IS NULL AND (kind = ANY (ARRAY['epf'::text, 'esi'::text, 'pan'::text, 'tan'::text, 'gstin'::text, 'cin'::text, 'udyam'::text, 'fssai'::text]));
CREATE UNIQUE INDEX registrations_of_state ON registrations USING btree (workspace_id, kind, number, state) NULLS NOT DISTINCT WHERE removed_at IS NULL AND (kind <> ALL (ARRAY['epf'::text, 'esi'::text, 'pan'::text, 'tan'::text, 'gstin'::text, 'cin'::text, 'udyam'::text, 'fssai'::text]));
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON registrations FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('registrations');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON registrations FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE sealed_events (
  workspace_id uuid NOT NULL,
  seal integer NOT NULL,
  "position" integer NOT NULL,
  source text NOT NULL,
  event_id uuid NOT NULL,
  body text NOT NULL,
  leaf bytea NOT NULL,
  salts jsonb NOT NULL,
  removed jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT sealed_events_pkey PRIMARY KEY (workspace_id, seal, "position"),
  CONSTRAINT sealed_events_once UNIQUE (workspace_id, source, event_id),
  CONSTRAINT sealed_events_workspace_id_seal_fkey FOREIGN KEY (workspace_id, seal) REFERENCES seals(workspace_id, number) ON DELETE CASCADE,
  CONSTRAINT sealed_events_leaf_check CHECK (length(leaf) = 32),
  CONSTRAINT sealed_events_position_check CHECK ("position" >= 0),
  CONSTRAINT sealed_events_source_check CHECK (source ~ '^[a-z-]+$'::text)
);
CREATE TRIGGER keeps_leaves BEFORE DELETE OR UPDATE OF workspace_id, seal, "position", source, event_id, body, leaf ON sealed_events FOR EACH ROW EXECUTE FUNCTION refuse_change_of_activity();
CREATE TRIGGER keeps_leaves_truncate BEFORE TRUNCATE ON sealed_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sealing (
  only_row boolean NOT NULL DEFAULT true,
  cluster text,
  horizon bigint NOT NULL DEFAULT 0,
  sweeps_after uuid,
  CONSTRAINT sealing_pkey PRIMARY KEY (only_row),
  CONSTRAINT sealing_only_row_check CHECK (only_row)
);

CREATE TABLE seals (
  workspace_id uuid NOT NULL,
  number integer NOT NULL,
  body text NOT NULL,
  head bytea NOT NULL,
  signature bytea NOT NULL,
  at timestamp with time zone NOT NULL,
  count integer NOT NULL,
  found_late boolean NOT NULL DEFAULT false,
  CONSTRAINT seals_pkey PRIMARY KEY (workspace_id, number),
  CONSTRAINT seals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT seals_count_check CHECK (count > 0),
  CONSTRAINT seals_head_check CHECK (length(head) = 32),
  CONSTRAINT seals_number_check CHECK (number > 0),
  CONSTRAINT seals_signature_check CHECK (length(signature) = 64)
);
CREATE INDEX seals_by_time ON seals USING btree (workspace_id, at);
CREATE INDEX seals_found_late ON seals USING btree (at DESC, workspace_id, number) WHERE found_late;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_change_of_activity();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  impersonator_id uuid,
  device text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_on date NOT NULL GENERATED ALWAYS AS (((last_used_at AT TIME ZONE 'UTC'::text))::date) STORED,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_impersonator_id_fkey FOREIGN KEY (impersonator_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_impersonator ON sessions USING btree (impersonator_id);
CREATE INDEX sessions_by_last_day ON sessions USING btree (last_used_on);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE TRIGGER announce AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_session_end();
CREATE TRIGGER end_impersonated_files AFTER DELETE ON sessions FOR EACH ROW WHEN (old.impersonator_id IS NOT NULL) EXECUTE FUNCTION end_impersonated_files();

CREATE TABLE set_up_links (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT set_up_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT set_up_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX set_up_links_by_user ON set_up_links USING btree (user_id);

CREATE TABLE status_entries (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  day date NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  current_status text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  checking jsonb,
  settled_at timestamp with time zone,
  lines jsonb,
  CONSTRAINT status_entries_pkey PRIMARY KEY (workspace_id, compliance_item_id, day),
  CONSTRAINT status_entries_id_key UNIQUE (id),
  CONSTRAINT status_entries_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT status_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT status_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT status_entries_current_status_check CHECK (current_status = ANY (ARRAY['done'::text, 'not-done'::text, 'not-to-do'::text, 'on-hold'::text, 'not-applicable'::text, 'pending'::text])),
  CONSTRAINT status_entries_lines CHECK (lines <> '{}'::jsonb)
);
CREATE INDEX status_entries_by_user ON status_entries USING btree (user_id);
CREATE INDEX status_entries_newest ON status_entries USING btree (compliance_item_id, updated_at DESC, id DESC);
CREATE INDEX status_entries_with_lines ON status_entries USING btree (workspace_id) WHERE lines IS NOT NULL;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON status_entries FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER replaced AFTER UPDATE ON status_entries FOR EACH ROW WHEN (old.checking IS NOT NULL AND (old.checking ->> '_id'::text) IS DISTINCT FROM (new.checking ->> '_id'::text) OR old.lines IS NOT NULL AND old.lines IS DISTINCT FROM new.lines) EXECUTE FUNCTION replace_check();
CREATE TRIGGER settled BEFORE INSERT OR UPDATE OF current_status ON status_entries FOR EACH ROW EXECUTE FUNCTION keep_settled_at();
CREATE TRIGGER tally_added AFTER INSERT ON status_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_entries();
CREATE TRIGGER tally_item AFTER INSERT ON status_entries FOR EACH ROW EXECUTE FUNCTION tally_item();
CREATE TRIGGER tally_moved AFTER UPDATE ON status_entries FOR EACH ROW WHEN (old.workspace_id IS DISTINCT FROM new.workspace_id OR old.compliance_item_id IS DISTINCT FROM new.compliance_item_id) EXECUTE FUNCTION tally_moved_entry();
CREATE TRIGGER tally_moved_item AFTER UPDATE ON status_entries FOR EACH ROW WHEN (old.compliance_item_id <> new.compliance_item_id) EXECUTE FUNCTION tally_moved_item();
CREATE TRIGGER tally_no_items AFTER TRUNCATE ON status_entries FOR EACH STATEMENT EXECUTE FUNCTION tally_no_items();
CREATE TRIGGER tally_removed AFTER DELETE ON status_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_entries();
CREATE TRIGGER tally_removed_items AFTER DELETE ON status_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_items();
CREATE TRIGGER tally_truncated AFTER TRUNCATE ON status_entries FOR EACH STATEMENT EXECUTE FUNCTION tally_no_entries();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON status_entries FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON status_entries FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE status_records (
  workspace_id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  day date NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  updated_by uuid,
  impersonator_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  responsible_id uuid,
  deputy_id uuid,
  checker_id uuid,
  no_evidence_reason text,
  checked_by uuid,
  checked_at timestamp with time zone,
  check_note text,
  check_instead text,
  filing jsonb,
  counterpart uuid,
  registration_id uuid,
  written_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT status_records_pkey PRIMARY KEY (workspace_id, compliance_item_id, day, id),
  CONSTRAINT status_records_id_key UNIQUE (id),
  CONSTRAINT status_records_impersonator_id_fkey FOREIGN KEY (impersonator_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT status_records_registration FOREIGN KEY (registration_id, workspace_id) REFERENCES registrations(id, workspace_id),
  CONSTRAINT status_records_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT status_records_workspace_id_compliance_item_id_day_fkey FOREIGN KEY (workspace_id, compliance_item_id, day) REFERENCES status_entries(workspace_id, compliance_item_id, day) ON DELETE CASCADE,
  CONSTRAINT status_records_checked CHECK ((checked_by IS NULL) = (checked_at IS NULL) AND (checked_by IS NULL OR check_note IS NOT NULL)),
  CONSTRAINT status_records_not_checked_by_author CHECK (checked_by IS NULL OR checked_by IS DISTINCT FROM updated_by AND checked_by IS DISTINCT FROM impersonator_id),
  CONSTRAINT status_records_status_check CHECK (status = ANY (ARRAY['done'::text, 'not-done'::text, 'not-to-do'::text, 'on-hold'::text, 'not-applicable'::text, 'pending'::text, 'NOTE'::text]))
);
CREATE INDEX status_records_by_impersonator ON status_records USING btree (impersonator_id) WHERE impersonator_id IS NOT NULL;
CREATE INDEX status_records_by_registration ON status_records USING btree (workspace_id, registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX status_records_by_user ON status_records USING btree (updated_by);
CREATE INDEX status_records_filed ON status_records USING btree (workspace_id, compliance_item_id, day) WHERE filing IS NOT NULL;
CREATE INDEX status_records_newest ON status_records USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX status_records_written ON status_records USING brin (written_in) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON status_records FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE TRIGGER version_emptied AFTER TRUNCATE ON status_records FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE status_tallies (
  workspace_id uuid NOT NULL,
  shard smallint NOT NULL,
  entries integer NOT NULL,
  CONSTRAINT status_tallies_pkey PRIMARY KEY (workspace_id, shard),
  CONSTRAINT status_tallies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE submission_dates (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  compliance_item_id uuid NOT NULL,
  user_id uuid,
  day date NOT NULL,
  description text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  written_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT submission_dates_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT submission_dates_compliance_item_id_fkey FOREIGN KEY (compliance_item_id) REFERENCES compliance_items(id) ON DELETE CASCADE,
  CONSTRAINT submission_dates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT submission_dates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT submission_dates_description_check CHECK (description <> ''::text)
);
CREATE INDEX submission_dates_by_item ON submission_dates USING btree (compliance_item_id);
CREATE INDEX submission_dates_by_user ON submission_dates USING btree (user_id);
CREATE INDEX submission_dates_written ON submission_dates USING brin (written_in) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON submission_dates FOR EACH ROW EXECUTE FUNCTION announce_workspace_change('tracker');
CREATE CONSTRAINT TRIGGER approved AFTER DELETE OR UPDATE OF day ON submission_dates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_approved_figure();
CREATE TRIGGER tenancy_compliance_item_id AFTER INSERT OR UPDATE OF workspace_id, compliance_item_id ON submission_dates FOR EACH ROW WHEN (new.compliance_item_id IS NOT NULL) EXECUTE FUNCTION prove_compliance_item_id();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON submission_dates FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE subscription_reminders (
  subscription_id uuid NOT NULL,
  days_before smallint NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT subscription_reminders_pkey PRIMARY KEY (subscription_id, days_before),
  CONSTRAINT subscription_reminders_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);

CREATE TABLE subscriptions (
  id uuid NOT NULL,
  user_id uuid,
  order_id uuid NOT NULL,
  plan text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  ended_early_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_order_id_key UNIQUE (order_id),
  CONSTRAINT subscriptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT subscriptions_check CHECK (ends_at > starts_at),
  CONSTRAINT subscriptions_plan_check CHECK (plan = 'premium'::text)
);
CREATE INDEX subscriptions_by_end ON subscriptions USING btree (ends_at) WHERE ended_early_at IS NULL;
CREATE INDEX subscriptions_by_user ON subscriptions USING btree (user_id, ends_at DESC);
CREATE INDEX subscriptions_unclosed ON subscriptions USING btree (ends_at) WHERE ended_early_at IS NULL AND closed_at IS NULL;

CREATE TABLE unreachable_addresses (
  user_id uuid NOT NULL,
  address text NOT NULL,
  since timestamp with time zone NOT NULL,
  error text NOT NULL,
  CONSTRAINT unreachable_addresses_pkey PRIMARY KEY (user_id),
  CONSTRAINT unreachable_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE unsealed_companies (
  workspace_id uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  tried_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT unsealed_companies_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT unsealed_companies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE user_tallies (
  role text NOT NULL,
  status text NOT NULL,
  users bigint NOT NULL
);

CREATE TABLE users (
  id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  primary_email text NOT NULL,
  personal_phone text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'user'::text,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  password_change text,
  search_text text NOT NULL GENERATED ALWAYS AS (replace(lower((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || primary_email)), ' '::text, '  '::text)) STORED,
  away_from date,
  away_to date,
  phone_key text NOT NULL GENERATED ALWAYS AS (phone_key(personal_phone)) STORED,
  phone_shared boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_away CHECK ((away_from IS NULL) = (away_to IS NULL) AND away_from <= away_to),
  CONSTRAINT users_password_change_check CHECK (password_change = ANY (ARRAY['asked'::text, 'required'::text])),
  CONSTRAINT users_primary_email_check CHECK (primary_email = lower(primary_email)),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['user'::text, 'premium'::text, 'admin'::text])),
  CONSTRAINT users_status_check CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text]))
);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_newest_by_role ON users USING btree (role, created_at DESC, id DESC);
CREATE INDEX users_newest_by_role_and_status ON users USING btree (role, status, created_at DESC, id DESC);
CREATE INDEX users_newest_by_status ON users USING btree (status, created_at DESC, id DESC);
CREATE INDEX users_newest_with_text ON users USING btree (created_at DESC, id DESC) INCLUDE (role, status, search_text);
CREATE INDEX users_pending_by_email ON users USING btree (primary_email) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX users_personal_phone_key ON users USING btree (phone_key) WHERE status <> 'pending'::text AND phone_key <> ''::text AND NOT phone_shared;
CREATE UNIQUE INDEX users_primary_email_key ON users USING btree (primary_email) WHERE status <> 'pending'::text;
CREATE INDEX users_search ON users USING gin ((search_grams(search_text, 3, 4) || ARRAY['role '::text || role, 'status '::text || status])) WITH (fastupdate=off);
CREATE INDEX users_shared_phones ON users USING btree (phone_key) WHERE phone_shared;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, primary_email, personal_phone, role, status ON users FOR EACH ROW EXECUTE FUNCTION announce_user_change();
CREATE TRIGGER announce_away AFTER UPDATE OF away_from, away_to ON users FOR EACH ROW EXECUTE FUNCTION announce_user_change();
CREATE TRIGGER end_calendar_feeds AFTER UPDATE OF status ON users FOR EACH ROW WHEN (new.status = 'suspended'::text) EXECUTE FUNCTION end_calendar_feeds();
CREATE TRIGGER forget_invited AFTER DELETE ON users FOR EACH ROW WHEN (old.status <> 'pending'::text) EXECUTE FUNCTION forget_invited();
CREATE TRIGGER person AFTER DELETE OR UPDATE OF role, status, password_change ON users FOR EACH ROW EXECUTE FUNCTION follow_user();
CREATE TRIGGER plan AFTER UPDATE OF role ON users FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role) EXECUTE FUNCTION follow_role();
CREATE TRIGGER reserved_email AFTER INSERT OR UPDATE OF primary_email, status ON users FOR EACH ROW WHEN (new.status <> 'pending'::text) EXECUTE FUNCTION refuse_reserved_email();
CREATE TRIGGER shared_phone BEFORE UPDATE OF personal_phone ON users FOR EACH ROW WHEN (old.phone_shared AND old.personal_phone <> new.personal_phone) EXECUTE FUNCTION stop_sharing_phone();
CREATE TRIGGER tally_added AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_users();
CREATE TRIGGER tally_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_users();
CREATE TRIGGER tally_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_users();
CREATE TRIGGER tally_truncated AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION tally_no_users();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE TABLE versions (
  subject_id uuid NOT NULL,
  slot integer NOT NULL,
  stamp bigint NOT NULL,
  CONSTRAINT versions_pkey PRIMARY KEY (subject_id, slot)
) WITH (fillfactor=50);

CREATE TABLE webhook_calls (
  workspace_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  id uuid NOT NULL,
  event_key text NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting'::text,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone,
  tried_at timestamp with time zone,
  status integer,
  fault text,
  ms integer,
  answer text,
  CONSTRAINT webhook_calls_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT webhook_calls_once UNIQUE (workspace_id, webhook_id, event_key),
  CONSTRAINT webhook_calls_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_calls_data_check CHECK (jsonb_typeof(data) = 'object'::text),
  CONSTRAINT webhook_calls_due CHECK ((state = 'waiting'::text) = (due_at IS NOT NULL)),
  CONSTRAINT webhook_calls_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT webhook_calls_tries_check CHECK (tries >= 0)
);
CREATE INDEX webhook_calls_by_age ON webhook_calls USING btree (made_at);
CREATE INDEX webhook_calls_failed ON webhook_calls USING btree (made_at DESC, id DESC) WHERE state = 'failed'::text;
CREATE INDEX webhook_calls_newest ON webhook_calls USING btree (workspace_id, webhook_id, made_at DESC, id DESC);
CREATE INDEX webhook_calls_waiting ON webhook_calls USING btree (workspace_id, webhook_id, due_at, id) WHERE state = 'waiting'::text;

CREATE TABLE webhooks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  address text NOT NULL,
  events text[] NOT NULL,
  secret bytea NOT NULL,
  former_secret bytea,
  former_until timestamp with time zone,
  made_by uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  looked_until timestamp with time zone NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  off_at timestamp with time zone,
  off_why text,
  due_at timestamp with time zone,
  busy_until timestamp with time zone,
  last_ms integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_events_check CHECK (events <> '{}'::text[]),
  CONSTRAINT webhooks_failing CHECK ((failures = 0) = (failing_since IS NULL)),
  CONSTRAINT webhooks_failures_check CHECK (failures >= 0),
  CONSTRAINT webhooks_former_secret CHECK ((former_secret IS NULL) = (former_until IS NULL)),
  CONSTRAINT webhooks_off CHECK ((off_at IS NULL) = (off_why IS NULL)),
  CONSTRAINT webhooks_off_why_check CHECK (off_why = ANY (ARRAY['hand'::text, 'failures'::text]))
) WITH (fillfactor=70);
CREATE INDEX webhooks_due ON webhooks USING btree (due_at) WHERE off_at IS NULL AND due_at IS NOT NULL;

CREATE TABLE workspaces (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  payer_id uuid,
  plan text NOT NULL DEFAULT 'free'::text,
  frozen_from timestamp with time zone,
  CONSTRAINT workspaces_pkey PRIMARY KEY (id),
  CONSTRAINT workspaces_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT workspaces_plan_check CHECK (plan = ANY (ARRAY['free'::text, 'premium'::text]))
);
CREATE INDEX workspaces_by_payer ON workspaces USING btree (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX workspaces_frozen ON workspaces USING btree (frozen_from) WHERE frozen_from IS NOT NULL;
CREATE TRIGGER memberships AFTER UPDATE ON workspaces FOR EACH ROW WHEN (old.plan IS DISTINCT FROM new.plan OR old.frozen_from IS DISTINCT FROM new.frozen_from) EXECUTE FUNCTION hand_on_plan();
CREATE CONSTRAINT TRIGGER owner AFTER INSERT OR UPDATE OF frozen_from ON workspaces DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_owner();
CREATE TRIGGER plan BEFORE UPDATE OF payer_id ON workspaces FOR EACH ROW WHEN (old.payer_id IS DISTINCT FROM new.payer_id) EXECUTE FUNCTION follow_payer();
CREATE TRIGGER version AFTER DELETE OR UPDATE ON workspaces FOR EACH ROW EXECUTE FUNCTION follow_workspace();
CREATE TRIGGER version_emptied AFTER TRUNCATE ON workspaces FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied_table();

CREATE OR REPLACE FUNCTION public.add_to_status_tally(workspace uuid, item uuid, added bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      declare
        in_all bigint;
        of_item bigint := 0;
      begin
        insert into status_tallies as tally values (workspace, pg_backend_pid() & 15, added)
          on conflict (workspace_id, shard) do update set entries = tally.entries + excluded.entries;
        in_all := count_status_entries(workspace);
        if in_all <= 9000 then
          return;
        end if;
        of_item := count_status_entries(workspace, item);
        if in_all > 199000 or of_item > 9000 then
          perform pg_advisory_xact_lock(hashtextextended('status_tallies ' || workspace, 0));
          in_all := count_status_entries(workspace);
          of_item := count_status_entries(workspace, item);
        end if;
        if of_item > 10000 then
          raise 'too many status entries' using errcode = 'check_violation', constraint = 'status_entries_an_item';
        elsif in_all > 200000 then
          raise 'too many status entries' using errcode = 'check_violation', constraint = 'status_entries_a_workspace';
        end if;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_catalogue_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('catalogue', '');
        perform raise_version('00000000-0000-0000-0000-000000000000');
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_emptied_table()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform raise_version('00000000-0000-0000-0000-000000000000');
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' then
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', old.workspace_id, 'user', old.user_id, 'left', true)::text);
          perform raise_settings_version(old.workspace_id);
        else
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', new.workspace_id, 'user', new.user_id)::text);
          perform raise_settings_version(new.workspace_id);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_own_or_catalogue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        owner uuid;
        what text;
        done text;
      begin
        if tg_table_name = 'compliance_values' then
          select workspace_id into owner from compliance_items
            where id = coalesce(new.compliance_item_id, old.compliance_item_id);
          -- Values that go with their item are announced with it.
          if not found then
            return null;
          end if;
        else
          owner := coalesce(new.workspace_id, old.workspace_id);
        end if;
        what := coalesce('registrations ' || owner, 'catalogue');
        if current_setting('anupalan.announced', true) is distinct from 'settings ' || what then
          done := set_config('anupalan.announced', 'settings ' || what, true);
          if owner is null then
            perform pg_notify('catalogue', '');
            done := raise_version('00000000-0000-0000-0000-000000000000');
          else
            perform pg_notify('live', json_build_object('kind', 'registrations', 'workspace', owner)::text);
            done := raise_settings_version(owner);
          end if;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('live', json_build_object('kind', 'sessions', 'user', old.user_id)::text);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_settings_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        changed uuid := coalesce(new.workspace_id, old.workspace_id);
        what text := 'settings ' || tg_argv[0] || ' ' || changed;
      begin
        if current_setting('anupalan.announced', true) is distinct from what then
          perform set_config('anupalan.announced', what, true);
          perform pg_notify('live', json_build_object('kind', tg_argv[0], 'workspace', changed)::text);
          perform raise_settings_version(changed);
        end if;
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          perform raise_settings_version(old.workspace_id);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        member record;
      begin
        -- Of who comes or goes, the triggers of memberships tell the workspaces.
        if tg_op <> 'UPDATE' then
          perform pg_notify('live', json_build_object(
            'kind', 'users', 'workspace', null, 'user', coalesce(new.id, old.id))::text);
          return null;
        end if;
        for member in select workspace_id from memberships where user_id = new.id loop
          perform pg_notify('live', json_build_object(
            'kind', 'users', 'workspace', member.workspace_id, 'user', new.id)::text);
          perform raise_version(member.workspace_id);
        end loop;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.announce_workspace_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        changed uuid := coalesce(new.workspace_id, old.workspace_id);
        what text := tg_argv[0] || ' ' || changed;
        done text;
      begin
        if current_setting('anupalan.announced', true) is distinct from what then
          done := set_config('anupalan.announced', what, true);
          perform pg_notify('live', json_build_object('kind', tg_argv[0], 'workspace', changed)::text);
          done := raise_version(changed);
        end if;
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          done := raise_version(old.workspace_id);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.copy_to_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.company_id := (select id from companies where workspace_id = new.workspace_id and confirmed);
        select plan, frozen_from into new.plan, new.frozen_from from workspaces where id = new.workspace_id;
        -- Of a workspace that the same statement makes nothing is known yet; its plan comes with the owner.
        new.plan := coalesce(new.plan, 'free');
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.count_status_entries(workspace uuid)
 RETURNS bigint
 LANGUAGE sql
AS $function$
      select sum(entries) from status_tallies where workspace_id = workspace
    $function$;

CREATE OR REPLACE FUNCTION public.count_status_entries(workspace uuid, item uuid)
 RETURNS bigint
 LANGUAGE sql
AS $function$
      select count(*) from (
        select from status_entries where workspace_id = workspace and compliance_item_id = item limit 10001) counted
    $function$;

CREATE OR REPLACE FUNCTION public.duty_records_standing_on(workspace uuid, thing uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
      with counting as (
        select record.* from event_duty_records record
        where record.workspace_id = workspace and record.takes_back is null
          and (record.duty_id = thing or record.duty_id in (
            select duty_id from approved_figures figure join checks
              on (checks.workspace_id, checks.id) = (figure.workspace_id, figure.record_id)
            where figure.workspace_id = workspace and figure.thing_id = thing))
          and not exists (
            select from event_duty_records note
            where note.workspace_id = workspace and note.takes_back = record.id))
      select id from counting
      where checked_by is not null and (
        id in (select record_id from approved_figures where workspace_id = workspace and thing_id = thing)
        or duty_id = thing and created_at = (select max(created_at) from counting)
          and not exists (
            select from checks where workspace_id = workspace and duty_id = thing and outcome is null))
      order by created_at desc, id desc
    $function$;

CREATE OR REPLACE FUNCTION public.end_calendar_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from calendar_feeds where user_id = new.id;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.end_impersonated_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        -- The same administrator may act in that name on another device.
        if exists (
          select from sessions
          where user_id = old.user_id and impersonator_id = old.impersonator_id and expires_at > now()) then
          return null;
        end if;
        delete from prepared_files where asked_by = old.user_id and impersonator_id = old.impersonator_id;
        delete from file_addresses where user_id = old.user_id and impersonator_id = old.impersonator_id;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.end_prepared_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from prepared_files where workspace_id = new.workspace_id and asked_by = new.user_id;
        delete from file_addresses where workspace_id = new.workspace_id and user_id = new.user_id;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.end_staged_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from evidence where workspace_id = old.workspace_id and by = old.user_id and subject_id is null;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.end_tokens_with_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from api_tokens where workspace_id = new.workspace_id and user_id = new.user_id;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.end_with_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update invitations set status = 'ended', closed_at = now()
        where workspace_id = old.workspace_id and invited_by = old.user_id and status = 'open';
        if tg_op = 'DELETE' then
          -- A reminder speaks to its owner alone: nobody else could ever acknowledge or delete it.
          delete from custom_reminders where workspace_id = old.workspace_id and user_id = old.user_id;
        elsif new.role = 'viewer' then
          delete from handovers where workspace_id = old.workspace_id and user_id = old.user_id;
          delete from payer_offers where workspace_id = old.workspace_id and user_id = old.user_id;
          update workspaces set payer_id = null where id = old.workspace_id and payer_id = old.user_id;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.figure_of_evidence(file evidence)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      select concat_ws(' ', encode(file.sha256, 'hex'), file.document_day, file.amount_paise, file.number)
    $function$;

CREATE OR REPLACE FUNCTION public.find_number(workspace uuid, registration uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE COST 1
AS $function$
      begin
        return (select number from registrations where workspace_id = workspace and id = registration);
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.workspace_id := (select workspace_id from compliance_items where id = new.compliance_item_id);
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' then
          update workspaces set payer_id = null where id = old.workspace_id and payer_id = old.user_id;
        elsif new.role = 'owner' then
          update workspaces set plan = plan_of_payer(new.user_id) where id = new.workspace_id and payer_id is null;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_payer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.plan := coalesce(
          plan_of_payer(coalesce(
            new.payer_id, (select user_id from memberships where workspace_id = new.id and role = 'owner'))),
          new.plan);
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op <> 'INSERT' then
          perform raise_person_version(old.user_id);
        end if;
        if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.user_id <> new.user_id then
          perform raise_person_version(new.user_id);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        new_plan text := case new.role when 'user' then 'free' else 'premium' end;
      begin
        update workspaces set plan = new_plan
        where plan <> new_plan and (
          payer_id = new.id
          or payer_id is null
            and id in (select workspace_id from memberships where user_id = new.id and role = 'owner'));
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'UPDATE' then
          perform raise_person_version(new.id);
          return null;
        end if;
        -- This waits for nobody: a slot that is just being stamped may stay behind. Its person's sessions are gone.
        delete from versions where subject_id = old.id and slot in (
          select slot from versions where subject_id = old.id for update skip locked);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.follow_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'UPDATE' then
          if (old.payer_id, old.frozen_from) is distinct from (new.payer_id, new.frozen_from) then
            perform pg_notify('live', json_build_object('kind', 'members', 'workspace', new.id)::text);
          end if;
          perform raise_version(new.id);
          return null;
        end if;
        -- This waits for nobody either: of somebody who is just stamping a slot, that slot may stay behind, two numbers
        -- that say nothing.
        delete from versions where subject_id = old.id and slot in (
          select slot from versions where subject_id = old.id for update skip locked);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.forget_invited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from invitations where email = old.primary_email;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.forget_versions_of_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from versions where subject_id in (select id from users);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.full_name(first_name text, last_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (lower(TRIM(BOTH FROM first_name)) = lower(TRIM(BOTH FROM last_name))) THEN TRIM(BOTH FROM first_name) ELSE TRIM(BOTH FROM ((first_name || ' '::text) || last_name)) END;

CREATE OR REPLACE FUNCTION public.hand_on_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' then
          update memberships set company_id = null where workspace_id = old.workspace_id;
        else
          update memberships set company_id = case when new.confirmed then new.id end
          where workspace_id = new.workspace_id;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.hand_on_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update memberships set plan = new.plan, frozen_from = new.frozen_from where workspace_id = new.id;
        if old.plan = 'premium' and new.plan = 'free' then
          delete from prepared_files where workspace_id = new.id;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.hold_approved_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        held uuid;
      begin
        select id into held from (
          select records_standing_on(new.workspace_id, new.id) union
          select records_standing_on(new.workspace_id, new.subject_id) union
          select records_standing_on(new.workspace_id, new.replaces) union
          select duty_records_standing_on(new.workspace_id, new.id) union
          select duty_records_standing_on(new.workspace_id, new.subject_id) union
          select duty_records_standing_on(new.workspace_id, new.replaces)) standing (id)
        where new.removed_at is not null or not exists (
          select from approved_figures
          where workspace_id = new.workspace_id and thing_id = new.id and record_id = standing.id
            and figure = figure_of_evidence(new))
        limit 1;
        if held is not null then
          raise exception 'approved record % stands on evidence %', held, new.id
            using errcode = 'integrity_constraint_violation';
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.hold_approved_figure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from records_standing_on(old.workspace_id, old.id)) then
          raise exception 'an approved record stands on row % of %', old.id, tg_table_name
            using errcode = 'integrity_constraint_violation';
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.is_input_of(type text, said text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
      begin
        case type
          when 'uuid' then perform said::uuid;
          when 'date' then perform said::date;
          when 'timestamptz' then perform said::timestamptz;
          when 'jsonb' then perform said::jsonb;
        end case;
        return true;
      exception when data_exception or program_limit_exceeded then
        return false;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.keep_catalogue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if current_setting('anupalan.changes', true) is distinct from 'catalogue' and not (
          -- Whoever wrote it may be erased.
          tg_op = 'UPDATE' and to_jsonb(new) ->> 'created_by' is null
            and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by')
        then
          raise exception 'only who holds the catalogue changes its %', tg_table_name
            using errcode = 'integrity_constraint_violation', constraint = 'keeps_catalogue';
        end if;
        return coalesce(new, old);
      end
    $function$;

CREATE OR REPLACE FUNCTION public.keep_settled_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.settled_at := case
          when new.current_status in ('done', 'not-to-do', 'not-applicable')
          then coalesce(new.settled_at, new.updated_at) end;
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.mark_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.written_in = pg_current_xact_id()::text::bigint;
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.phone_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace(typed, '[][().[:space:]\u00a0\u1680\u2000-\u2015\u2028-\u202f\u205f\u2060\u2066-\u2069\u2212\u3000\ufeff-]'::text, ''::text, 'g'::text), '^(?:\+91|0091|91|0)(\d{10})$'::text, '\1'::text);

CREATE OR REPLACE FUNCTION public.plan_of_payer(payer uuid)
 RETURNS text
 LANGUAGE sql
AS $function$
      select case role when 'user' then 'free' else 'premium' end from users where id = payer for share
    $function$;

CREATE OR REPLACE FUNCTION public.prove_act_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from "acts" where id = new."act_id" and (workspace_id = new.workspace_id or workspace_id is null)
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_catalogue_compliance_item_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from "compliance_items" where id = new."compliance_item_id" and (workspace_id is null)
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_catalogue_into_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from "compliance_items" where id = new."into_id" and (workspace_id is null)
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_compliance_item_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from "compliance_items" where id = new."compliance_item_id" and (workspace_id = new.workspace_id or workspace_id is null)
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_item_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from "compliance_items" where id = new."item_id" and (workspace_id = new.workspace_id or workspace_id is null)
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_named_act()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from acts where id = new.act_id and workspace_id <> new.workspace_id) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.prove_named_acts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from acts where id = any (new.acts) and workspace_id <> new.workspace_id) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.raise_person_version(subject uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
      begin
        update versions set stamp = (random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject limit 1 for update skip locked);
        if not found then
          insert into versions
            select subject, (random() * 2e9)::integer, (random() * 9e18)::bigint
            where exists (select from users where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.raise_settings_version(subject uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
      
      begin
        update versions set stamp = -1 - (random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject and slot < 0 limit 1 for update skip locked);
        if not found then
          -- What is deleted with a workspace is announced after it is gone, and gone it needs no version.
          insert into versions
            select subject, -1 - (random() * 2e9)::integer, -1 - (random() * 9e18)::bigint
            where subject = '00000000-0000-0000-0000-000000000000' or exists (select from workspaces where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.raise_version(subject uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
      
      begin
        update versions set stamp = (random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject and slot >= 0 limit 1 for update skip locked);
        if not found then
          -- What is deleted with a workspace is announced after it is gone, and gone it needs no version.
          insert into versions
            select subject, (random() * 2e9)::integer, (random() * 9e18)::bigint
            where subject = '00000000-0000-0000-0000-000000000000' or exists (select from workspaces where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.records_standing_on(workspace uuid, thing uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
      select id from (
        select record.id, record.created_at
        from approved_figures figure join status_records record
          on (record.workspace_id, record.id) = (figure.workspace_id, figure.record_id)
        where figure.workspace_id = workspace and figure.thing_id = thing and record.counterpart is null
        union
        select record.id, record.created_at from status_records record
        where record.workspace_id = workspace and record.id = thing
          and record.checked_by is not null and record.counterpart is null) standing
      order by created_at desc, id desc
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        -- What is deleted with its company goes after it.
        if tg_op = 'DELETE' and not exists (select from workspaces where id = old.workspace_id) then
          return old;
        end if;
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign(place text, name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception '% names a row of another workspace', place
          using errcode = 'foreign_key_violation', constraint = name;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception '% % stays in its workspace', tg_table_name, old.id
          using errcode = 'integrity_constraint_violation', constraint = tg_name;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_reserved_email()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (
          select from email_changes
          where old_email = new.primary_email and status = 'done' and expires_at > now() and user_id <> new.id
        ) then
          raise exception 'the address is reserved' using errcode = '23505', constraint = 'users_primary_email_key';
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.release_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' and not exists (select from workspaces where id = old.workspace_id) then
          return old;
        end if;
        update assignments set
          responsible_id = nullif(responsible_id, old.user_id),
          deputy_id = nullif(deputy_id, old.user_id),
          checker_id = nullif(checker_id, old.user_id),
          checker_gone = checker_gone or checker_id is not distinct from old.user_id
        where workspace_id = old.workspace_id and old.user_id in (responsible_id, deputy_id, checker_id);
        update checks set waits_for = null, reason = 'gone'
        where workspace_id = old.workspace_id and waits_for = old.user_id and outcome is null;
        return old;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.remove_evidence_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update files set removed_at = now() where id = old.file_id and removed_at is null;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.remove_file_of_nobody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.removed_at := coalesce(new.removed_at, now());
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.remove_former_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update files set removed_at = now() where id = old.file_id and removed_at is null;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.remove_prepared_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update files set removed_at = now() where id in (old.file_id, old.writing) and removed_at is null;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.replace_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update checks set outcome = 'replaced'
        where workspace_id = old.workspace_id and outcome is null
          and id in (
            select (old.checking ->> '_id')::uuid
            union all select (value #>> '{checking,_id}')::uuid from jsonb_each(old.lines)
            except select (new.checking ->> '_id')::uuid
            except select (value #>> '{checking,_id}')::uuid from jsonb_each(new.lines));
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.require_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        changed uuid;
      begin
        if tg_table_name = 'workspaces' then
          changed := new.id;
        elsif tg_op = 'DELETE' then
          changed := old.workspace_id;
        else
          changed := new.workspace_id;
        end if;
        if exists (
          select from workspaces where id = changed and (frozen_from is null) <> exists (
            select from memberships where workspace_id = changed and role = 'owner')
        ) then
          raise 'a workspace has an owner, or is frozen'
            using errcode = 'check_violation', constraint = 'workspaces_owner';
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.search_grams(words text, shortest integer, longest integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT substr(search_grams.words, first.first, size.size) AS substr FROM generate_series(search_grams.shortest, search_grams.longest) size(size), LATERAL generate_series(1, ((length(search_grams.words) - size.size) + 1)) first(first));

CREATE OR REPLACE FUNCTION public.stop_sharing_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.phone_shared := false;
        return new;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.take_from_status_tally(workspace uuid, removed bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
      update status_tallies set entries = entries - removed
      where workspace_id = workspace
        and shard = (select min(shard) from status_tallies where workspace_id = workspace)
    $function$;

CREATE OR REPLACE FUNCTION public.tally_added_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform add_to_status_tally(workspace_id, compliance_item_id, entries) from (
          select workspace_id, compliance_item_id, count(*) as entries from added group by 1, 2 order by 1, 2) grown;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_added_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into user_tallies select role, status, count(*) from added group by role, status;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_changed_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into user_tallies
          select role, status, sum(users) from (
            select role, status, 1 as users from added union all select role, status, -1 from removed
          ) difference
          group by role, status having sum(users) <> 0;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        -- Of two moves crosswise one waits for the other.
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          perform from evidence_tallies where workspace_id in (old.workspace_id, new.workspace_id)
          order by workspace_id for update;
        end if;
        if tg_op <> 'INSERT' and old.file_id is not null then
          update evidence_tallies set bytes = bytes - old.size where workspace_id = old.workspace_id;
        end if;
        if tg_op <> 'DELETE' and new.file_id is not null then
          insert into evidence_tallies as tally (workspace_id, bytes) values (new.workspace_id, new.size)
          on conflict (workspace_id) do update set bytes = tally.bytes + excluded.bytes;
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into item_tallies values (new.compliance_item_id, 1);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_moved_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if old.workspace_id <> new.workspace_id then
          perform take_from_status_tally(old.workspace_id, 1);
          perform add_to_status_tally(new.workspace_id, new.compliance_item_id, 1);
        end if;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_moved_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into item_tallies values (old.compliance_item_id, -1), (new.compliance_item_id, 1);
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_no_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from status_tallies;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_no_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from item_tallies;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_no_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from user_tallies;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_removed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform take_from_status_tally(workspace_id, entries) from (
          select workspace_id, count(*) as entries from removed group by 1 order by 1) shrunk;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_removed_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into item_tallies select compliance_item_id, -count(*) from removed group by 1;
        return null;
      end
    $function$;

CREATE OR REPLACE FUNCTION public.tally_removed_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into user_tallies select role, status, -count(*) from removed group by role, status;
        return null;
      end
    $function$;
