import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const YEARLY_POSH_REPORT: Format = {
  key: 'yearly-posh-report',
  title: 'Yearly report of the Internal Committee',
  category: 'Sexual harassment (POSH)',
  about: 'For the employer and the District Officer, once a calendar year, also when there was no complaint.',
  laws: [LAWS.poshReport, LAWS.poshReportRule],
  blocks: [
    ESTABLISHMENT,
    fields(
      ['Calendar year', 'From 1 January to 31 December ________'],
      'Office or branch of the committee',
      ['Persons employed there', 'Women ______   Men ______   Others ______'],
      'To the District Officer of',
    ),
    heading('What rule 14 asks for'),
    table(
      [
        ['', 0.4],
        ['Question', 5],
        ['Number or answer', 2],
      ],
      [
        ['1', 'Complaints of sexual harassment received in the year'],
        ['2', 'Complaints disposed of during the year'],
        ['3', 'Cases pending for more than ninety days'],
        ['4', 'Workshops or awareness programmes against sexual harassment carried out'],
        ['5', 'Nature of the action taken by the employer or the District Officer'],
      ],
    ),
    heading('The complaints one by one, without names'),
    table(
      [
        ['No.', 0.6],
        ['Received on', 1.2],
        ['Inquiry ended on', 1.2],
        ['Result', 2],
        ['Recommended', 2],
        ['Action of the employer, and when', 2.4],
      ],
      [],
      5,
    ),
    heading('Workshops'),
    table(
      [
        ['Date', 1.2],
        ['For whom', 2],
        ['Subject and trainer', 3],
        ['Participants', 1.2],
      ],
      [],
      4,
    ),
    heading('The committee'),
    fields('Order of', 'Its term ends on', 'Changes during the year'),
    text('This report is true to the records of the committee.'),
    signatures('Presiding Officer', 'External member', 'Received for the employer'),
  ],
  notes: [
    'Write "nil" where there was nothing: a report is due for such a year too.',
    'The employer sends it to the District Officer. The Act names no day; 31 January is usual, and your district may set ' +
      'another, or ask for its own form or portal.',
    'Never write names or what makes a person known.',
    'The employer states the number of cases filed and disposed of in the yearly report of the organisation as well ' +
      "(section 22); companies say in the Board's report what the Companies (Accounts) Rules, 2014 ask for.",
    'Make a report for each office that has a committee.',
  ],
};
