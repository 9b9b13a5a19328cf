import { ESTABLISHMENT, type Format, fields, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const OVERTIME_REGISTER: Format = {
  key: 'overtime-register',
  title: 'Register of overtime',
  category: 'Register',
  about: 'Work beyond the normal working day, and what was paid for it.',
  laws: [LAWS.overtimeWages, LAWS.registers],
  isWide: true,
  blocks: [
    ESTABLISHMENT,
    fields('Month and year', 'Normal hours of work in a day'),
    heading('Overtime'),
    table(
      [
        ['No.', 0.6],
        ['Date', 1.1],
        ['Name and employee number', 2.3],
        ['Designation', 1.5],
        ['Normal work, from and to', 1.4],
        ['Overtime, from and to', 1.4],
        ['Hours of overtime', 1],
        ['Consent of the worker', 1.2],
        ['Normal rate an hour (Rs)', 1.1],
        ['Overtime rate an hour (Rs)', 1.2],
        ['Overtime wages (Rs)', 1.2],
        ['Paid on', 1.1],
        ['Signature', 1.4],
      ],
      [],
      16,
    ),
    signatures('Kept by', 'For the employer'),
  ],
  notes: [
    'The overtime rate is at least twice the normal rate of wages, also for a part of an hour.',
    'A worker is asked first: overtime needs consent.',
    'The rules of your state limit the hours of overtime in a quarter. Add them up before more is worked.',
    'Overtime wages stand in the register of wages and on the wage slip too.',
  ],
};
