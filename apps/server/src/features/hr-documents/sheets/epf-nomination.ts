import { ESTABLISHMENT, type Format, fields, heading, points, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const EPF_NOMINATION: Format = {
  key: 'epf-nomination',
  title: 'Nomination for provident fund, pension and insurance',
  category: 'Nomination',
  about: 'What a member needs at hand to nominate on the EPFO portal, kept in the file as well.',
  laws: [LAWS.provident],
  blocks: [
    ESTABLISHMENT,
    heading('Member'),
    fields(
      'Name',
      'Universal Account Number',
      'Member number in this establishment',
      'Gender',
      'Date of birth',
      ['Married', 'Yes / no / widowed / divorced'],
      "Father's, mother's or spouse's name",
      'Date of joining the fund',
      'Permanent address',
      'Mobile number linked with Aadhaar',
    ),
    heading('Part A: provident fund and insurance'),
    text('I name the persons below to receive what stands to my credit, and the insurance, if I die.'),
    table(
      [
        ['Name and address of the nominee', 3.2],
        ['Relationship', 1.3],
        ['Date of birth', 1.2],
        ['Aadhaar (last four)', 1],
        ['Share (per cent)', 1],
        ['Guardian, if a minor', 1.8],
      ],
      [],
      4,
    ),
    heading('Part B: family for the pension'),
    text('My spouse and children, who can receive a pension if I die:'),
    table(
      [
        ['Name and address', 3.6],
        ['Relationship', 1.6],
        ['Date of birth', 1.3],
        ['Remarks (for example, disabled)', 2],
      ],
      [],
      4,
    ),
    text('I have neither spouse nor children, and name for the pension: ________________________________________.'),
    heading('Declaration'),
    points(
      'I have no family as the scheme says, and this nomination ends when I have one. (Strike out if it is not so.)',
      'My father or mother depends on me. (Strike out if it is not so.)',
      'I make this nomination on the member portal as well, and sign it there with Aadhaar.',
    ),
    signatures('Member (signature or thumb impression)', 'For the employer (name, designation, seal)'),
    fields('Filed on the member portal on', 'Seen by the employer on'),
  ],
  notes: [
    "The nomination counts as it is filed on the portal of the Employees' Provident Fund Organisation. This sheet gathers " +
      'what is asked there: photograph, Aadhaar, date of birth, address, and bank account of each nominee.',
    'Who has a family can name only members of it. A marriage makes an earlier nomination invalid: file a new one.',
    'Family means more for the provident fund (parents who depend on the member among them) than for the pension (spouse ' +
      'and children).',
    'The schemes of June 2026 replaced those of 1952, 1976 and 1995. Look at the portal for the form that holds today.',
  ],
};
