import { ESTABLISHMENT, type Format, fields, heading, points, signatures, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const FIXED_TERM_APPOINTMENT: Format = {
  key: 'fixed-term-appointment',
  title: 'Fixed-term appointment',
  category: 'Letter',
  about: 'The written contract of an employee engaged until a certain day.',
  laws: [LAWS.fixedTerm, LAWS.letter],
  blocks: [
    ESTABLISHMENT,
    fields('Contract number', 'Date'),
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
    heading('The term'),
    fields('First day', 'Last day', 'Why the work is for a time only', [
      'Renewal',
      'Only in writing, before the last day, from ____________ to ____________',
    ]),
    heading('The job'),
    fields(
      'Designation',
      ['Category', 'Unskilled / semi-skilled / skilled / highly skilled / supervisory / managerial'],
      'Broad nature of the duties',
      'Place of work',
      'Permanent employees doing the same or similar work',
    ),
    heading('Wages and hours'),
    fields(
      ['Wage period', 'Monthly / fortnightly / weekly / daily'],
      'Basic pay and dearness allowance (Rs)',
      'Other allowances, each by name (Rs)',
      'Total for the wage period (Rs)',
      'Day of payment',
      'Hours of work, with the interval',
      'Weekly holiday',
      'Annual leave with wages (days)',
    ),
    heading('Terms'),
    points(
      'Hours of work, wages, allowances and other benefits are not less than those of a permanent employee who does the ' +
        'same work or work of a similar nature.',
      'All benefits that the law gives to a permanent employee are given in proportion to the time served, even where the ' +
        'law asks for a longer qualifying period.',
      'Gratuity is paid in proportion to the term to whoever has served one year under this contract.',
      "Provident fund, pension, insurance and Employees' State Insurance apply as to permanent employees.",
      'The employment ends on the last day without notice. That is no retrenchment.',
      'Before that day either side may end it with ______ days of notice, or with wages instead of notice, as far as the ' +
        'law and the standing orders allow.',
      'Sexual harassment is misconduct. The policy and the members of the Internal Committee are displayed at ' +
        '____________________.',
      'Where the law gives the employee more than this contract, the law holds.',
    ),
    text('Both sides have read this contract and agree to it.'),
    signatures('For the employer (name, designation, seal)', 'Employee'),
  ],
  notes: [
    'Sign it before the first day of work, and give the employee a copy.',
    'It is a letter of appointment too. Add what the rules of your state ask of one.',
    'Write a new contract, or a renewal in writing, before the last day if the work goes on.',
    'When the term ends, pay the wages within two working days, and gratuity within 30 days where one year was served. The ' +
      'format "Full and final settlement" has both.',
  ],
};
