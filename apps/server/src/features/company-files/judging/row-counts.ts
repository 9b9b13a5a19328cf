import { MAX_ESTABLISHMENTS } from '@anupalan/contract/applicability/establishments';
import { MAX_OWN_OBLIGATIONS } from '@anupalan/contract/company/own-obligations';
import { MAX_REGISTRATIONS } from '@anupalan/contract/company/registrations';
import { MAX_HOLIDAYS } from '@anupalan/contract/due-days/holidays';
import { MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { MAX_REMINDERS } from '@anupalan/contract/reminders';
import { MAX_SUBMISSION_DATES } from '@anupalan/contract/submission-dates';
import { ALL_STATES } from '@anupalan/domain/states';
import { AppError } from '../../../platform/errors/errors.ts';
import { MOST_COMPANY_DAYS } from '../../due-days/commands-company-days.ts';
import { MOST_COMPLAINTS, MOST_OPEN } from '../../events/commands.ts';
import { RECORDS_A_DUTY } from '../../events/commands-duties.ts';
import { MOST_DRAFTS } from '../../invitations/queries.ts';
import { MOST_DAYS, RECORDS_A_DAY } from '../../status-history/new-record.ts';
import type { CompanyTable } from '../tables/company-tables.ts';
import type { FileRow } from './company-file.ts';

/** Rows that a company has at most, as the calls that write them count (R-company-files-11). */
interface Cap {
  readonly table: CompanyTable;
  readonly most: number;
  /** What they are called. */
  readonly what: string;
  /** Which rows count; all unless said. */
  readonly counts?: (row: FileRow) => boolean;
  /** What each counts for, where not the company. */
  readonly by?: (row: FileRow) => string;
}

/** What accumulates as long as a company records, and has no cap of its own: no company comes near. */
const MOST_EVER = {
  closedEvents: 50_000,
  removedEvidence: 50_000,
  inherited: 200_000,
  checks: 400_000,
  figures: 400_000,
  activity: 1_000_000,
} as const;

/** Checks of one day, or one duty: a record may wait, be replaced and be said again. */
const CHECKS_A_RECORD = 10;

const isOpen = (row: FileRow) => row.closed_at === null;
const byItem = (row: FileRow) => String(row.compliance_item_id);
const byDay = (row: FileRow) => `${byItem(row)} ${String(row.day)}`;

/** Own acts go with the last obligation that stands under them. */
const MOST_ACTS = MAX_OWN_OBLIGATIONS.premium + MAX_REGISTRATIONS;

/** Registrations that were removed stay for what was recorded of them. */
const MOST_REMOVED = 20 * MAX_REGISTRATIONS;

/** Answers: of each question for each place, and for each obligation that asks it. */
const MOST_FACTS = 50_000;

/** Duties that an event opens: no kind of the catalogue has half as many in all states. */
const MOST_DUTIES = 100;

const CAPS: readonly Cap[] = [
  { table: 'workspaces', most: 1, what: 'companies' },
  { table: 'companies', most: 1, what: 'companies' },
  { table: 'establishments', most: MAX_ESTABLISHMENTS, what: 'establishments' },
  {
    table: 'establishments',
    most: 1,
    what: 'places that follow the profile',
    counts: (row) => row.follows_profile === true,
  },
  { table: 'acts', most: MOST_ACTS, what: 'acts of its own' },
  { table: 'registrations', most: MAX_REGISTRATIONS, what: 'registrations', counts: (row) => row.removed_at === null },
  {
    table: 'registrations',
    most: MOST_REMOVED,
    what: 'removed registrations',
    counts: (row) => row.removed_at !== null,
  },
  {
    table: 'compliance_items',
    most: 1,
    what: 'renewals of one registration',
    counts: (row) => row.registration_id !== null,
    by: (row) => String(row.registration_id),
  },
  { table: 'facts', most: MOST_FACTS, what: 'answers' },
  { table: 'company_days', most: MOST_COMPANY_DAYS, what: 'days of its own' },
  { table: 'holidays', most: MAX_HOLIDAYS, what: 'holidays' },
  { table: 'invitation_drafts', most: MOST_DRAFTS, what: 'people to be invited' },
  {
    table: 'events',
    most: MOST_OPEN,
    what: 'open events',
    counts: (row) => isOpen(row) && row.visibility === 'company',
  },
  {
    table: 'events',
    most: MOST_COMPLAINTS,
    what: 'open complaints of one person',
    counts: (row) => isOpen(row) && row.visibility === 'named',
    by: (row) => String(row.recorded_by),
  },
  { table: 'events', most: MOST_EVER.closedEvents, what: 'closed events', counts: (row) => !isOpen(row) },
  { table: 'event_duties', most: MOST_DUTIES, what: 'duties of one event', by: (row) => String(row.event_id) },
  { table: 'event_duty_records', most: RECORDS_A_DUTY, what: 'records of one duty', by: (row) => String(row.duty_id) },
  { table: 'status_entries', most: MOST_DAYS.aWorkspace, what: 'days with statuses' },
  { table: 'status_entries', most: MOST_DAYS.anItem, what: 'days of one obligation', by: byItem },
  {
    table: 'checks',
    most: CHECKS_A_RECORD * Math.max(RECORDS_A_DAY, RECORDS_A_DUTY),
    what: 'checks of one day or duty',
    by: (row) => (row.duty_id === null ? byDay(row) : String(row.duty_id)),
  },
  { table: 'checks', most: MOST_EVER.checks, what: 'checks' },
  {
    table: 'evidence',
    most: MOST_EVER.removedEvidence,
    what: 'removed files',
    counts: (row) => row.removed_at !== null,
  },
  { table: 'inherited_evidence', most: MOST_EVER.inherited, what: 'files that stand for a registration' },
  { table: 'approved_figures', most: MOST_EVER.figures, what: 'approved figures' },
  { table: 'activity', most: MOST_EVER.activity, what: 'events of the activity' },
  { table: 'status_records', most: RECORDS_A_DAY, what: 'records of one day', by: byDay },
  { table: 'payment_dates', most: MAX_PAYMENT_DATES.aWorkspace, what: 'payment dates' },
  { table: 'payment_dates', most: MAX_PAYMENT_DATES.anItem, what: 'payment dates of one obligation', by: byItem },
  { table: 'submission_dates', most: MAX_SUBMISSION_DATES.aWorkspace, what: 'submission dates' },
  {
    table: 'submission_dates',
    most: MAX_SUBMISSION_DATES.anItem,
    what: 'submission dates of one obligation',
    by: byItem,
  },
  { table: 'custom_reminders', most: MAX_REMINDERS.aWorkspace, what: 'reminders' },
  { table: 'custom_reminders', most: MAX_REMINDERS.anItem, what: 'reminders of one obligation', by: byItem },
];

/** What a plan decides on. */
export interface PlanFigures {
  /** Obligations of the company's own; renewals of registrations aren't counted (R-registrations-13). */
  readonly ownObligations: number;
  /** States besides the primary one, of the company and of its places. */
  readonly furtherStates: number;
}

/** Counts the rows of a file as they go by. */
export class RowCounts {
  readonly #counts = CAPS.map(() => new Map<string, number>());
  readonly #states = new Set<string>();
  #primary: string | null = null;
  #ownObligations = 0;

  /** @throws AppError invalid for more than a company may have */
  add(table: CompanyTable, row: FileRow): void {
    for (const [index, { table: of, most, what, counts = () => true, by = () => '' }] of CAPS.entries()) {
      if (of !== table || !counts(row)) continue;
      const key = by(row);
      const count = (this.#counts[index]?.get(key) ?? 0) + 1;
      this.#counts[index]?.set(key, count);
      if (count > most) {
        throw new AppError('invalid', `The file has more than ${most.toLocaleString('en-IN')} ${what}`);
      }
    }
    this.#countForPlan(table, row);
  }

  get figures(): PlanFigures {
    const further = [...this.#states].filter((state) => state !== this.#primary && state !== ALL_STATES);
    return { ownObligations: this.#ownObligations, furtherStates: further.length };
  }

  #countForPlan(table: CompanyTable, row: FileRow): void {
    if (table === 'companies') this.#primary = String(row.state);
    if (table === 'company_states' || table === 'establishments') {
      if (typeof row.state === 'string') this.#states.add(row.state);
    }
    if (table === 'compliance_items' && row.registration_id === null) this.#ownObligations += 1;
  }
}

/** Why a plan has no room for a company, with the way out; empty where it has (R-company-files-12). */
export function findNoRoom(plan: 'free' | 'premium', figures: PlanFigures): string[] {
  const most = MAX_OWN_OBLIGATIONS;
  const { ownObligations: own, furtherStates: states } = figures;
  if (plan === 'premium') {
    const isTooMany = own > most.premium;
    return isTooMany ? [`This company has ${own} obligations of its own; there is room for ${most.premium}`] : [];
  }
  const upgrade = (what: string) => `Upgrade to Premium, or ${what} before you take the company out`;
  return [
    ...(own > most.free
      ? [
          `This company has ${own} obligations of its own; the free plan has room for ${most.free}. ${upgrade('delete some')}`,
        ]
      : []),
    ...(states > 0
      ? [`This company has ${states + 1} states; the free plan has one. ${upgrade('remove the others')}`]
      : []),
  ];
}
