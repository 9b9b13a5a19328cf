import { ESTABLISHMENT, type Format, fields, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const WAGE_SLIP: Format = {
  key: 'wage-slip',
  title: 'Wage slip',
  category: 'Pay',
  about: 'For every employee, with every payment of wages, on paper or electronically.',
  laws: [LAWS.wageSlip],
  blocks: [
    ESTABLISHMENT,
    fields('Wage period (from, to)', 'Date of payment'),
    heading('Employee'),
    fields(
      'Name and employee number',
      'Designation',
      'Date of joining',
      'Universal Account Number (provident fund)',
      'Insurance number (ESI)',
      'Bank account (last four digits)',
    ),
    heading('Attendance'),
    table(
      [
        ['Days of work', 1],
        ['Weekly rest and holidays', 1],
        ['Leave with wages', 1],
        ['Days without wages', 1],
        ['Days paid', 1],
        ['Overtime hours', 1],
      ],
      [],
      1,
    ),
    heading('Earnings and deductions'),
    table(
      [
        ['Earnings', 2],
        ['Rs', 1],
        ['Deductions', 2],
        ['Rs', 1],
      ],
      [
        ['Basic pay', '', 'Provident fund'],
        ['Dearness allowance', '', "Employees' State Insurance"],
        ['Retaining allowance', '', 'Professional tax'],
        ['House rent allowance', '', 'Income tax'],
        ['Conveyance', '', 'Labour welfare fund'],
        ['Other allowances', '', 'Advance or loan recovered'],
        ['Overtime wages', '', 'Fine'],
        ['Leave wages', '', 'Damage or loss'],
        ['Bonus or arrears', '', 'Other, by name'],
        ['Total earnings', '', 'Total deductions'],
      ],
    ),
    heading('Paid'),
    fields('Net wages (Rs)', 'Net wages in words', 'Wages for provident fund, ESI and gratuity (Rs)', [
      "Employer's share",
      'Provident fund and pension Rs ________   ESI Rs ________',
    ]),
    signatures('For the employer', 'Employee (where paid in cash)'),
  ],
  notes: [
    'Give it on or before the day of payment. Monthly wages are due before the seventh day of the next month ends.',
    'All deductions together are at most half of the wages of the period (Code on Wages, 2019, section 18(3)).',
    'Rows that the establishment never needs can be left out; further ones are added by their own name.',
  ],
};
