import { ESTABLISHMENT, type Format, fields, heading, points, signatures, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const LETTER_OF_APPOINTMENT: Format = {
  key: 'letter-of-appointment',
  title: 'Letter of appointment',
  category: 'Letter',
  about: 'For every employee, on the day of joining at the latest.',
  laws: [LAWS.letter],
  blocks: [
    ESTABLISHMENT,
    fields('Letter number', 'Date'),
    heading('Employee'),
    fields(
      'Name',
      "Father's, mother's or spouse's name",
      'Date of birth',
      'Address',
      'Mobile number and e-mail',
      'Aadhaar number',
      'Universal Account Number (provident fund)',
      'Insurance number (ESI)',
    ),
    text('Dear ____________________,'),
    text(
      'we are glad to appoint you on the terms below. Please read them, ask about anything unclear, and sign the copy.',
    ),
    heading('The job'),
    fields(
      'Designation',
      ['Category', 'Unskilled / semi-skilled / skilled / highly skilled / supervisory / managerial'],
      'Broad nature of the duties',
      'Place of work',
      'Date of joining',
      ['Kind of employment', 'Permanent / on probation for ______ months'],
      'Reports to',
    ),
    heading('Wages'),
    fields(
      ['Wage period', 'Monthly / fortnightly / weekly / daily'],
      'Basic pay (Rs)',
      'Dearness allowance (Rs)',
      'Retaining allowance, if any (Rs)',
      'House rent allowance (Rs)',
      'Other allowances, each by name (Rs)',
      'Total for the wage period (Rs)',
      ['Day of payment', 'On or before the ______ of the next month'],
      'Way to higher wages or a higher position',
    ),
    heading('Hours, rest and leave'),
    fields(
      'Hours of work, with the interval',
      'Weekly holiday',
      ['Overtime', 'At not less than twice the normal rate, for work beyond the normal working day'],
      'Annual leave with wages (days)',
      'Other leave (days)',
    ),
    heading('Social security'),
    fields(
      ['Provident fund, pension, insurance', 'Applies / does not apply'],
      ["Employees' State Insurance", 'Applies / does not apply'],
      ['Gratuity', 'As the Code on Social Security, 2020 says'],
      ['Maternity benefit', 'As the Code on Social Security, 2020 says'],
      ['Yearly health examination', 'Free of charge, for employees of the age or class that the rules name'],
    ),
    heading('Further terms'),
    points(
      'During probation either side may end this employment with ______ days of notice, afterwards with ______ days, or ' +
        'with wages instead of notice, as far as the law and the standing orders allow.',
      'You keep confidential what is confidential, and return what belongs to the employer when you leave.',
      'Sexual harassment is misconduct. The policy and the members of the Internal Committee are displayed at ' +
        '____________________.',
      'Where the law gives you more than this letter, the law holds.',
    ),
    text('Welcome, and all the best for your work with us.'),
    signatures('For the employer (name, designation, seal)', 'Employee: I have read this letter and accept it'),
  ],
  notes: [
    'Make two copies: one for the employee, one signed by the employee for the file.',
    'Who worked without a letter on 21 November 2025 was to get one within three months of that day. Who still has none ' +
      'should get one now.',
    'Basic pay, dearness allowance and retaining allowance are wages. What is left out of wages counts as wages as far as ' +
      'it is more than half of all remuneration (Code on Wages, 2019, section 2(y)).',
    'Wages must be at least the minimum wages of the state for the category of work.',
    'Ask for the Aadhaar number only as far as the law needs it, and keep it safe.',
    'Contractors give this letter to contract labour too.',
  ],
};
