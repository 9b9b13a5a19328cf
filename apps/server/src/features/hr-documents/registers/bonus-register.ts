import { ESTABLISHMENT, type Format, fields, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const BONUS_REGISTER: Format = {
  key: 'bonus-register',
  title: 'Register of bonus',
  category: 'Register',
  about: 'How the bonus of an accounting year was reckoned, and what each employee was paid.',
  laws: [LAWS.bonus],
  isWide: true,
  blocks: [
    ESTABLISHMENT,
    fields('Accounting year ended on', 'Last day for payment (eight months after it)', 'Number of employees'),
    heading('Part A: what there is to share'),
    fields(
      'Gross profits (Rs)',
      'Less depreciation, direct taxes and other sums that may be deducted (Rs)',
      'Available surplus (Rs)',
      'Allocable surplus, 60 or 67 per cent of it as section 31 says (Rs)',
      'Set on or set off carried forward from earlier years (Rs)',
      'Bonus payable, at ______ per cent (Rs)',
      'Set on or set off carried to the next year (Rs)',
    ),
    heading('Part B: what was paid'),
    table(
      [
        ['No.', 0.6],
        ['Name and employee number', 2.3],
        ['Designation', 1.5],
        ['Aged 15 or more at the start of the year', 1.2],
        ['Days worked in the year', 1],
        ['Wages of the year (Rs)', 1.3],
        ['Bonus (Rs)', 1.2],
        ['Customary or interim bonus deducted (Rs)', 1.4],
        ['Other deduction (Rs)', 1.1],
        ['Net bonus (Rs)', 1.2],
        ['Paid on', 1.1],
        ['Signature, or bank reference', 1.6],
      ],
      [],
      14,
    ),
    signatures('Kept by', 'For the employer'),
  ],
  notes: [
    'Bonus is for whoever worked at least 30 days in the year and whose wages are within the limit that the government ' +
      'notified. It is at least 8.33 per cent and at most 20 per cent of the wages.',
    'It is paid into the bank account within eight months of the end of the accounting year.',
    'Dismissal for fraud, violence on the premises, theft, sabotage or a conviction for sexual harassment disqualifies.',
    'Whoever did not work the whole year gets it in proportion.',
  ],
};
