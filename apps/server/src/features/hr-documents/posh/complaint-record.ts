import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const COMPLAINT_RECORD: Format = {
  key: 'complaint-record',
  title: 'Record of a complaint of sexual harassment',
  category: 'Sexual harassment (POSH)',
  about: 'Confidential: the course of one complaint, from receipt to action, with its days.',
  laws: [LAWS.poshInquiry, LAWS.poshInquiryRule],
  blocks: [
    ESTABLISHMENT,
    text('CONFIDENTIAL. Only for members of the Internal Committee and those whom the Act names.'),
    fields('Number of the complaint', 'Received on', 'Received by'),
    heading('Persons'),
    fields(
      'Woman who complains: name, designation, department',
      'How she can be reached',
      'Who complains for her, and why',
      'Person complained about: name, designation, department',
      'How the two work together',
    ),
    heading('What is complained about'),
    fields(
      'Date, time and place of the incident, or of each',
      'What happened, in her words',
      'Witnesses',
      'Documents, messages, pictures',
      ['Within three months', 'Yes / no: longer time allowed on ____________ because ____________________'],
      'Interim relief asked for, and decided',
      'Conciliation asked for by her, and its result',
    ),
    heading('Course'),
    table(
      [
        ['Step', 3.2],
        ['Last day', 1.2],
        ['Done on', 1.2],
        ['By whom, remarks', 2.6],
      ],
      [
        ['Copy of the complaint sent to the respondent (7 working days)'],
        ['Answer of the respondent received (10 working days)'],
        ['First hearing'],
        ['Further hearings'],
        ['Hearing of witnesses'],
        ['Warning before deciding without a party (15 days of notice)'],
        ['Findings given to both to comment on'],
        ['Inquiry completed (90 days)'],
        ['Report to the employer and to both (10 days)'],
        ['Action by the employer (60 days)'],
        ['Appeal (90 days)'],
      ],
    ),
    heading('Findings and recommendations'),
    fields(
      ['Finding', 'Proved / not proved / settled by conciliation / withdrawn'],
      'Reasons, in short',
      'Recommended action',
      'Recommended compensation (Rs), and how reckoned',
      'Action taken by the employer, and when',
    ),
    signatures('Presiding Officer', 'Member', 'External member'),
  ],
  notes: [
    'Open a record for every complaint on the day of receipt, and give the woman an acknowledgement.',
    'At least three members with the Presiding Officer sit in each hearing. Nobody brings a lawyer.',
    'A settlement by conciliation is recorded and given to both; money is no basis of it. No inquiry follows then.',
    'The committee may end an inquiry, or decide without a party, when that party stays away from three hearings in a row ' +
      'without cause.',
    'Keep it locked, apart from personnel files, with the report and the papers of the inquiry.',
  ],
};
