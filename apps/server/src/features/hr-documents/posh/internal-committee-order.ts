import { ESTABLISHMENT, type Format, fields, heading, points, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const INTERNAL_COMMITTEE_ORDER: Format = {
  key: 'internal-committee-order',
  title: 'Order setting up the Internal Committee',
  category: 'Sexual harassment (POSH)',
  about: 'The order in writing that every office with ten or more persons needs.',
  laws: [LAWS.poshCommittee],
  blocks: [
    ESTABLISHMENT,
    fields('Order number', 'Date', 'Office or branch for which it is made'),
    text(
      'Under section 4 of the Sexual Harassment of Women at Workplace (Prevention, Prohibition and Redressal) Act, 2013, ' +
        'an Internal Committee is set up for the office named above, with these members:',
    ),
    table(
      [
        ['Place on the committee', 2.4],
        ['Name', 2],
        ['Woman or man', 1],
        ['Designation, or organisation', 2],
        ['Telephone and e-mail', 2.2],
      ],
      [
        ['Presiding Officer (a woman at a senior level)', '', 'Woman'],
        ['Member from among the employees'],
        ['Member from among the employees'],
        ['Further member'],
        ['External member (of an organisation for women, or who knows the matter)'],
      ],
    ),
    fields(
      ['Term', 'From ____________ until ____________ (three years at most)'],
      'Fee or allowance of the external member (Rs)',
      'Office of the District Officer',
    ),
    heading('Tasks and powers'),
    points(
      'The committee receives complaints, inquires into them, and reports within the times of the Act.',
      'For an inquiry it has the powers of a civil court to summon persons, hear them on oath and ask for documents.',
      'It may recommend interim relief while an inquiry lasts: transfer, leave of up to three months, other supervision.',
      'It keeps names and contents confidential, and so does everybody who takes part.',
      'It makes a yearly report to the employer, who sends it on to the District Officer.',
    ),
    text(
      'Names and telephone numbers of the members are displayed at ____________________ from this day on. ' +
        'This order replaces that of ____________.',
    ),
    signatures('For the employer (name, designation, seal)'),
  ],
  notes: [
    'At least half of the members are women. Employee members are preferably committed to the cause of women, or know ' +
      'social work or law.',
    'Where there is no senior woman in the office, the Presiding Officer comes from another office of the same employer.',
    'Make an order for each office or branch; one committee for all of them is not enough.',
    'A member who breaks confidence, is charged with an offence or found guilty in a disciplinary proceeding, or abuses ' +
      'the position, is removed, and the place is filled again.',
    'Not setting up a committee can cost a penalty of Rs 50,000, and the double when repeated.',
    'Your state or district may ask for the committee to be entered on a portal such as SHe-Box.',
  ],
};
