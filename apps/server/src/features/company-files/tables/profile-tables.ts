import { NewAct, NO_TEXT } from '@anupalan/contract/acts';
import { NewEstablishment } from '@anupalan/contract/applicability/establishments';
import { NewExclusion } from '@anupalan/contract/applicability/items';
import { AddedState, City, CompanyForm, Designation } from '@anupalan/contract/companies';
import { RegistrationChanges } from '@anupalan/contract/company/registrations';
import { NewComplianceItem, NewFieldValue } from '@anupalan/contract/compliance-items';
import { NewHoliday } from '@anupalan/contract/due-days/holidays';
import { Exceptions } from '@anupalan/contract/fields/moved-days';
import { GivenRole } from '@anupalan/contract/people/members';
import { Preferences } from '@anupalan/contract/telling/preferences';
import { EmployeeCount, email, LIMITS, State } from '@anupalan/contract/wire/primitives';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { ALL_STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { Day } from '../../../platform/files/file-values.ts';
import { cleanRichText } from '../../../platform/files/rich-text.ts';
import { type Columns, HEADCOUNTS, HERE, ImportKey, line, Moment, sealedText, TIMES } from './columns.ts';
import { CatalogueKey } from './definitions.ts';
import type { FileIds } from './ids.ts';
import * as rules from './rules-of-rows.ts';

const { shape: company } = CompanyForm;
const { shape: place } = NewEstablishment;
const { shape: registration } = RegistrationChanges;
const { shape: item } = NewComplianceItem;
const { shape: due } = item.dueDate;
const { shape: messages } = Preferences;

/** A company only names its acts (R-registrations-12): what was told of them besides is left out. */
const NothingTold = sealedText(LIMITS.line).transform(() => NO_TEXT);

/** Rich text is cleaned whenever it comes in (R-tracker-18). */
const RichText = NewAct.shape.description.unwrap().transform(cleanRichText);

/** What a company is, and what it says of itself: of each column what the calls that write it let in. */
export function profileTables(ids: FileIds) {
  return {
    workspaces: z.strictObject({
      ...{ id: HERE, frozen_from: HERE, payer_id: HERE, plan: HERE },
      created_at: Moment,
    } satisfies Columns<'workspaces'>),
    companies: z.strictObject({
      ...{ workspace_id: HERE, confirmed: HERE, contact: HERE, phone_key: HERE, phone_shared: HERE },
      id: ids.row('companies'),
      company_name: company.companyName,
      employee_count: EmployeeCount,
      company_phone: z.union([z.literal(''), company.companyPhone]),
      company_email: z.union([z.literal(''), company.companyEmail]),
      designation: Designation,
      industry: line(LIMITS.line),
      company_website: z.union([z.literal(''), company.companyWebsite.unwrap()]),
      city: z.union([z.literal(''), City]),
      state: State,
      state_since: Moment,
      country: line(LIMITS.name),
      import_key: ImportKey,
      ...TIMES,
    } satisfies Columns<'companies'>),
    company_states: z.strictObject({
      workspace_id: HERE,
      state: AddedState.shape.state,
      added_at: Moment,
    } satisfies Columns<'company_states'>),
    establishments: z
      .strictObject({
        workspace_id: HERE,
        id: ids.row('establishments'),
        follows_profile: z.boolean(),
        name: place.name.nullable(),
        state: place.state.nullable(),
        city: place.city.unwrap().nullable(),
        employee_count: place.employeeCount.nullable(),
        nature: place.nature.unwrap(),
        ...TIMES,
      } satisfies Columns<'establishments'>)
      .superRefine(rules.judgeEstablishment),
    acts: z.strictObject({
      ...{ workspace_id: HERE, catalogue_key: HERE },
      id: ids.row('acts'),
      name: NewAct.shape.name.unwrap(),
      state: z.literal(ALL_STATES),
      ...{ min_employees: z.literal(0), max_employees: z.literal(0) },
      description: NothingTold,
      created_by: ids.person.nullable(),
      // The catalogue's alone.
      ...{ edited_at: z.null(), regime: z.null(), registration: z.null() },
      ...TIMES,
    } satisfies Columns<'acts'>),
    registrations: z
      .strictObject({
        workspace_id: HERE,
        id: ids.row('registrations'),
        kind: registration.kind.unwrap(),
        number: registration.number.unwrap(),
        state: State.nullable(),
        establishment_id: ids.own('establishments').nullable(),
        authority: line(LIMITS.line),
        ...{ from_day: Day.nullable(), until_day: Day.nullable(), renewal_filed_on: Day.nullable() },
        ceiling: registration.ceiling.pipe(z.int().nullable()),
        removed_at: Moment.nullable(),
        ...TIMES,
      } satisfies Columns<'registrations'>)
      .superRefine(rules.judgeRegistration),
    compliance_items: z
      .strictObject({
        ...{ workspace_id: HERE, catalogue_key: HERE },
        id: ids.row('compliance_items'),
        act_id: ids.act,
        sr_no: z.int().min(0).max(100_000_000),
        title: item.title.unwrap(),
        description: RichText,
        state: State,
        ...HEADCOUNTS,
        access_level: z.literal('free'),
        due_date: Day.nullable(),
        frequency: z.enum(FREQUENCIES),
        due_date_description: due.description.unwrap(),
        reminder_days: due.reminderDays.unwrap(),
        exceptions: Exceptions,
        created_by: ids.person.nullable(),
        registration_id: ids.own('registrations').nullable(),
        import_key: ImportKey,
        // The catalogue's alone.
        ...{ source: z.null(), confidence: z.null(), notes: z.null(), checked_on: z.null(), edited_at: z.null() },
        ...{ conditions: z.array(z.never()), below_limit: z.null(), level: z.null(), basis: z.null() },
        ...{ period: z.null(), period_lag: z.null(), registration: z.null(), ended_reason: z.null() },
        ...{ holiday_rule: z.null(), latest_after: z.null() },
        ...TIMES,
      } satisfies Columns<'compliance_items'>)
      .superRefine(rules.judgeHeadcounts)
      .superRefine(rules.judgeSchedule)
      .superRefine(rules.judgeRenewal),
    compliance_values: z
      .strictObject({
        workspace_id: HERE,
        // Values of the catalogue's obligations are the catalogue's.
        compliance_item_id: ids.own('compliance_items'),
        compliance_field_id: ids.field,
        text: NewFieldValue.out.shape.text.min(1),
        is_link: z.boolean(),
      } satisfies Columns<'compliance_values'>)
      .superRefine(rules.judgeValue),
    facts: z
      .strictObject({
        workspace_id: HERE,
        id: ids.row('facts'),
        key: CatalogueKey,
        establishment_id: ids.own('establishments').nullable(),
        compliance_item_id: ids.item.nullable(),
        answer: CatalogueKey,
        answered_at: Moment,
      } satisfies Columns<'facts'>)
      .refine((fact) => fact.establishment_id === null || fact.compliance_item_id === null, {
        path: ['establishment_id'],
        error: 'is about an obligation',
      }),
    exclusions: z.strictObject({
      workspace_id: HERE,
      compliance_item_id: ids.item,
      reason: NewExclusion.shape.reason,
      until: Day.nullable(),
      excluded_by: ids.person,
      created_at: Moment,
    } satisfies Columns<'exclusions'>),
    company_days: z
      .strictObject({
        workspace_id: HERE,
        compliance_item_id: ids.item,
        ...{ day: Day, company_day: Day },
        set_by: ids.person,
        set_at: Moment,
      } satisfies Columns<'company_days'>)
      .superRefine(rules.judgeCompanyDay),
    holidays: z.strictObject({
      workspace_id: HERE,
      id: ids.row('holidays'),
      day: Day,
      name: NewHoliday.shape.name,
      created_at: Moment,
    } satisfies Columns<'holidays'>),
    met_extensions: z.strictObject({
      workspace_id: HERE,
      extension_id: ids.extension,
      met_by: ids.person,
      met_at: Moment,
    } satisfies Columns<'met_extensions'>),
    message_defaults: z.strictObject({
      ...{ workspace_id: HERE, hour_set_at: HERE },
      hour: messages.hour,
      ...messages.kinds.shape,
    } satisfies Columns<'message_defaults'>),
    filing_link_policies: z.strictObject({
      workspace_id: HERE,
      allowed: z.boolean(),
    } satisfies Columns<'filing_link_policies'>),
    api_token_policies: z.strictObject({
      workspace_id: HERE,
      allowed: z.boolean(),
      changed_at: Moment,
    } satisfies Columns<'api_token_policies'>),
    invitation_drafts: z.strictObject({
      workspace_id: HERE,
      id: ids.row('invitation_drafts'),
      email: email(),
      role: GivenRole,
      made_at: Moment,
    } satisfies Columns<'invitation_drafts'>),
    assignments: z.strictObject({
      workspace_id: HERE,
      compliance_item_id: ids.item.nullable(),
      act_id: ids.act.nullable(),
      ...assigned(ids),
      evidence_required: z.boolean().nullable(),
      ...{ responsible_taken_away: z.boolean(), checker_gone: z.boolean() },
      unchecked_by: ids.person.nullable(),
    } satisfies Columns<'assignments'>),
  };
}

/** The columns of an assignment. */
export function assigned({ person }: FileIds) {
  return { responsible_id: person.nullable(), deputy_id: person.nullable(), checker_id: person.nullable() };
}
