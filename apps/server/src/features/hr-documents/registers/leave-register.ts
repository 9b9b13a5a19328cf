import { ESTABLISHMENT, type Format, fields, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const LEAVE_REGISTER: Format = {
  key: 'leave-register',
  title: 'Register of leave with wages',
  category: 'Register',
  about: 'Leave earned, taken, refused and paid out: one sheet for each employee and calendar year.',
  laws: [LAWS.leave, LAWS.registers],
  isWide: true,
  blocks: [
    ESTABLISHMENT,
    heading('Employee'),
    fields('Name and employee number', 'Designation', 'Date of joining', 'Calendar year'),
    heading('Leave earned'),
    table(
      [
        ['Days worked in the year before', 1.4],
        ['Lay-off, maternity and annual leave that count as worked', 1.8],
        ['Total', 1],
        ['Leave earned, one day for every 20', 1.4],
        ['Carried forward (at most 30)', 1.3],
        ['Refused leave carried forward', 1.3],
        ['Leave to the credit', 1.2],
      ],
      [],
      1,
    ),
    heading('Leave taken'),
    table(
      [
        ['No.', 0.6],
        ['Asked for on', 1.1],
        ['Kind of leave', 1.5],
        ['From', 1.1],
        ['To', 1.1],
        ['Days', 0.8],
        ['Granted or refused, by whom', 1.8],
        ['Reason of a refusal', 1.8],
        ['Balance', 0.9],
        ['Leave wages (Rs)', 1.2],
        ['Paid on', 1.1],
        ['Signature', 1.3],
      ],
      [],
      12,
    ),
    heading('At the end of the year'),
    fields('Leave beyond 30 days paid out (days, Rs, date)', 'Carried to the next year (days)'),
    signatures('Kept by', 'For the employer', 'Employee'),
  ],
  notes: [
    'A worker who worked 180 days or more in a calendar year earns a day for every 20 days of work; an adolescent, or a ' +
      'worker below ground in a mine, a day for every 15.',
    'Holidays within a leave are not leave.',
    'Up to 30 days are carried forward. What is above may be paid out at the end of the year. Leave that was asked for and ' +
      'refused is carried forward without limit.',
    'Who leaves, is dismissed or dies has the wages for leave not taken paid out.',
    'Shops and establishments laws of the states give further kinds of leave, such as casual and sick leave.',
  ],
};
