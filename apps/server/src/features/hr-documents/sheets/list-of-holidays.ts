import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const LIST_OF_HOLIDAYS: Format = {
  key: 'list-of-holidays',
  title: 'List of holidays',
  category: 'Notice',
  about: 'The national, festival and other holidays of the coming year, to be displayed and filed.',
  laws: [LAWS.holidays, LAWS.weeklyRest],
  blocks: [
    ESTABLISHMENT,
    fields('Calendar year', 'State', 'Number of employees', ['Weekly holiday', 'Sunday / ____________']),
    heading('National holidays'),
    table(
      [
        ['No.', 0.5],
        ['Date', 1.5],
        ['Day of the week', 1.5],
        ['Holiday', 4],
      ],
      [
        ['1', '26 January', '', 'Republic Day'],
        ['2', '15 August', '', 'Independence Day'],
        ['3', '2 October', '', "Mahatma Gandhi's birthday"],
      ],
    ),
    heading('Festival and other holidays'),
    table(
      [
        ['No.', 0.5],
        ['Date', 1.5],
        ['Day of the week', 1.5],
        ['Holiday', 4],
      ],
      [['4', '', '', '1 May, where your state names it'], ['5'], ['6'], ['7'], ['8'], ['9'], ['10'], ['11'], ['12']],
    ),
    heading('Optional holidays'),
    text('Each employee may choose ______ of these, and says so ______ days before:'),
    table(
      [
        ['Date', 1.5],
        ['Day of the week', 1.5],
        ['Holiday', 4.5],
      ],
      [],
      4,
    ),
    text(
      'Whoever works on a holiday gets ____________________ (twice the wages, or the wages and a substituted holiday ' +
        'with wages, as the law of the state says).',
    ),
    fields('Agreed with the employees or their representatives on', 'Sent to the authority on', 'Displayed on'),
    signatures('For the employer (name, designation, seal)', 'For the employees'),
  ],
  notes: [
    'How many holidays there must be, which are fixed, and by when the list is sent or approved, is said by the national and ' +
      'festival holidays law, or the shops and establishments law, of your state.',
    'Some states notify the festival holidays themselves: wait for the notice before you fix the list.',
    'Days of election are holidays with wages for voters (Representation of the People Act, 1951, section 135B).',
    'Display it where employees see it, in English and in the language of most of them.',
  ],
};
