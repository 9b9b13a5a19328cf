import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const FULL_AND_FINAL_SETTLEMENT: Format = {
  key: 'full-and-final-settlement',
  title: 'Full and final settlement',
  category: 'Pay',
  about: 'What an employee who leaves is paid, what is deducted, and by when.',
  laws: [LAWS.finalWages, LAWS.gratuity],
  blocks: [
    ESTABLISHMENT,
    heading('Employee'),
    fields(
      'Name and employee number',
      'Designation',
      'Date of joining',
      'Last working day',
      [
        'How the employment ended',
        'Resignation / end of the term / retirement / retrenchment / dismissal / death / closure',
      ],
      'Completed service (years, months, days)',
      'Last wages a month (Rs)',
      'Universal Account Number (provident fund)',
    ),
    heading('To be paid'),
    table(
      [
        ['For', 3],
        ['How it is reckoned', 4],
        ['Rs', 1.3],
        ['Due on', 1.5],
      ],
      [
        ['Wages up to the last day', 'From ________ to ________, ______ days'],
        ['Overtime', '______ hours at twice the rate'],
        ['Leave not taken', '______ days x wages of a day'],
        ['Wages instead of notice', '______ days'],
        ['Bonus', 'For the accounting year ________'],
        ['Gratuity', '15 days of wages x ______ years of service'],
        ['Retrenchment compensation', '15 days of average pay x ______ years of service'],
        ['Expenses to be repaid'],
        ['Other, by name'],
        ['Total'],
      ],
    ),
    heading('To be deducted'),
    table(
      [
        ['For', 3],
        ['How it is reckoned', 4],
        ['Rs', 1.3],
        ['Allowed by', 1.5],
      ],
      [
        ['Provident fund', 'On wages of Rs ________'],
        ["Employees' State Insurance"],
        ['Professional tax, labour welfare fund'],
        ['Income tax'],
        ['Advance or loan still owed'],
        ['Notice not served', '______ days'],
        ['Damage or loss', 'Shown, heard and recorded on ________'],
        ['Total'],
      ],
    ),
    heading('Result'),
    fields('Net amount (Rs)', 'Net amount in words', 'Paid on, and how', 'Gratuity paid on, and how'),
    text(
      'The employee has received the amounts above, and may claim whatever the law gives beyond them. Things returned: ' +
        '________________________________________.',
    ),
    signatures('Prepared by', 'For the employer (name, designation)', 'Employee'),
  ],
  notes: [
    'Wages: within two working days of the removal, dismissal, retrenchment, resignation or closure.',
    'Gratuity: within 30 days of the day it is payable, after five years of continuous service; in proportion for a ' +
      'fixed term of one year or more; without a minimum of service on death or disablement.',
    'A month has 26 days when the wages of a day are reckoned for gratuity.',
    'Retrenchment asks for notice and compensation first (Industrial Relations Code, 2020, section 70).',
    'Only deductions that the law lists may be made (Code on Wages, 2019, section 18), and together they are at most half ' +
      'of the wages of the period.',
    'Report the date of exit for the provident fund, and give the relieving letter and the income-tax certificate in time.',
  ],
};
