import { FIXED_TERM_APPOINTMENT } from '../letters/fixed-term-appointment.ts';
import { FULL_AND_FINAL_SETTLEMENT } from '../letters/full-and-final-settlement.ts';
import { LETTER_OF_APPOINTMENT } from '../letters/letter-of-appointment.ts';
import { RELIEVING_LETTER } from '../letters/relieving-letter.ts';
import { WAGE_SLIP } from '../letters/wage-slip.ts';
import { COMPLAINT_RECORD } from '../posh/complaint-record.ts';
import { INTERNAL_COMMITTEE_ORDER } from '../posh/internal-committee-order.ts';
import { POSH_POLICY } from '../posh/posh-policy.ts';
import { YEARLY_POSH_REPORT } from '../posh/yearly-posh-report.ts';
import { ATTENDANCE_REGISTER } from '../registers/attendance-register.ts';
import { BONUS_REGISTER } from '../registers/bonus-register.ts';
import { CONTRACTORS_REGISTER } from '../registers/contractors-register.ts';
import { EMPLOYEE_REGISTER } from '../registers/employee-register.ts';
import { FINES_AND_DEDUCTIONS_REGISTER } from '../registers/fines-and-deductions-register.ts';
import { LEAVE_REGISTER } from '../registers/leave-register.ts';
import { OVERTIME_REGISTER } from '../registers/overtime-register.ts';
import { WAGES_REGISTER } from '../registers/wages-register.ts';
import { ACCIDENT_REPORT } from '../sheets/accident-report.ts';
import { EPF_NOMINATION } from '../sheets/epf-nomination.ts';
import { GRATUITY_NOMINATION } from '../sheets/gratuity-nomination.ts';
import { LIST_OF_HOLIDAYS } from '../sheets/list-of-holidays.ts';
import { MATERNITY_BENEFIT_NOTICE } from '../sheets/maternity-benefit-notice.ts';
import type { Format } from './format.ts';

/** The formats that ship with this version, in the order in which the library lists them (R-hr-documents-9). */
export const SHIPPED_FORMATS: readonly Format[] = [
  LETTER_OF_APPOINTMENT,
  FIXED_TERM_APPOINTMENT,
  WAGE_SLIP,
  FULL_AND_FINAL_SETTLEMENT,
  RELIEVING_LETTER,
  EMPLOYEE_REGISTER,
  WAGES_REGISTER,
  ATTENDANCE_REGISTER,
  OVERTIME_REGISTER,
  FINES_AND_DEDUCTIONS_REGISTER,
  BONUS_REGISTER,
  LEAVE_REGISTER,
  LIST_OF_HOLIDAYS,
  GRATUITY_NOMINATION,
  EPF_NOMINATION,
  POSH_POLICY,
  INTERNAL_COMMITTEE_ORDER,
  COMPLAINT_RECORD,
  YEARLY_POSH_REPORT,
  MATERNITY_BENEFIT_NOTICE,
  ACCIDENT_REPORT,
  CONTRACTORS_REGISTER,
];
