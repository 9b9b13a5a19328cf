import { type Column, ESTABLISHMENT, type Format, fields, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

const DAYS = Array.from({ length: 31 }, (_, day): Column => [String(day + 1), 1]);

export const ATTENDANCE_REGISTER: Format = {
  key: 'attendance-register',
  title: 'Register of attendance (muster roll)',
  category: 'Register',
  about: 'Who worked on which day of the month.',
  laws: [LAWS.wageRecords, LAWS.registers],
  isWide: true,
  blocks: [
    ESTABLISHMENT,
    fields(
      'Month and year',
      ['Normal hours of work in a day', 'From ________ to ________, interval ________'],
      'Weekly holiday',
    ),
    heading('Attendance'),
    table([['No.', 1.3], ['Name and employee number', 6], ...DAYS, ['Total', 1.8]], [], 13),
    signatures('Kept by', 'For the employer'),
  ],
  notes: [
    'P present, A absent, H half a day, W weekly rest, N national or festival holiday, L leave with wages, ' +
      'M maternity leave, C compensatory rest. Write the hours of overtime into their own register.',
    'Enter the day on the day itself, soon after the shift has begun.',
    'Nobody works more than eight hours a day and 48 hours a week without overtime; look at the rules of your state for ' +
      'the spread of the day and the intervals.',
    'A time clock or an application may keep it electronically, if it can be shown and printed.',
  ],
};
