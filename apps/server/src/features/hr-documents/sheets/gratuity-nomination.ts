import { ESTABLISHMENT, type Format, fields, heading, points, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const GRATUITY_NOMINATION: Format = {
  key: 'gratuity-nomination',
  title: 'Nomination for gratuity',
  category: 'Nomination',
  about: 'Who receives the gratuity if the employee dies: made after one year of service.',
  laws: [LAWS.gratuityNomination],
  blocks: [
    ESTABLISHMENT,
    fields(['This is', 'A first nomination / a fresh nomination / a modification of that of ____________']),
    heading('Employee'),
    fields(
      'Name',
      'Gender',
      'Date of birth',
      ['Married', 'Yes / no / widowed / divorced'],
      'Employee number, department, designation',
      'Date of joining',
      'Permanent address',
      'Mobile number',
    ),
    heading('Nomination'),
    text(
      'I name the persons below to receive the gratuity payable after my death, also gratuity that was payable before my ' +
        'death and not yet paid, in the shares shown.',
    ),
    table(
      [
        ['Name and address of the nominee', 3.4],
        ['Relationship', 1.4],
        ['Date of birth', 1.2],
        ['Share (per cent)', 1],
        ['Guardian, if the nominee is a minor', 2],
      ],
      [],
      4,
    ),
    heading('Declaration'),
    points(
      'The nominees are members of my family as the Code on Social Security, 2020, section 2(33) says. / I have no family, ' +
        'and this nomination ends when I have one. (Strike out what is not so.)',
      'My father, mother or parents-in-law named above depend on me. / are not named. (Strike out what is not so.)',
      'Earlier nominations of mine are cancelled.',
    ),
    signatures('Employee (signature or thumb impression)', 'Witness 1 (with address)', 'Witness 2 (with address)'),
    heading('Confirmed by the employer'),
    text('The particulars agree with the records of the establishment. One copy was returned to the employee.'),
    fields('Received on', 'Entered under number'),
    signatures('For the employer (name, designation, seal)', 'Copy received by the employee'),
  ],
  notes: [
    'Every employee with one year of service makes one. The central rules of 2026 are reported to allow 90 days from then; ' +
      'look at the rules that hold for you, and use their form where they prescribe one.',
    'Who has a family can name only members of it: a nomination of anybody else is void.',
    'The shares together are 100 per cent. Make a fresh nomination after a marriage, or when a nominee dies.',
    'Two copies: check and sign both within 30 days, return one, and keep the other safe.',
  ],
};
