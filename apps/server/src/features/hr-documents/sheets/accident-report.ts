import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const ACCIDENT_REPORT: Format = {
  key: 'accident-report',
  title: 'Report of an accident',
  category: 'Notice',
  about: 'What happened, to whom, and who was told: for the authorities and for the file.',
  laws: [LAWS.accident, LAWS.securityRecords],
  blocks: [
    ESTABLISHMENT,
    fields(
      'Employer, manager',
      'Nature of the work of the establishment',
      'ESI code, if covered',
      'Number of this report',
    ),
    heading('The accident'),
    fields(
      'Date and hour',
      'Place, department, machine',
      'Shift, hour at which work began',
      ['Kind', 'Death / absence of 48 hours or more / lesser injury / dangerous occurrence without injury'],
      'What happened, step by step',
      'Cause, as far as known',
      'Machine or vehicle: kind, part, moving or not, guarded or not',
      'Witnesses',
    ),
    heading('Persons injured'),
    table(
      [
        ['Name, address', 2.6],
        ['Gender, age', 1],
        ['Work, employed since, or contractor', 1.9],
        ['Insurance number (ESI)', 1.3],
        ['Injury, part of the body', 1.7],
        ['Work resumed on, or death on', 1.5],
      ],
      [],
      3,
    ),
    fields(
      'First aid given by, at what hour',
      'Doctor or hospital',
      'Was the injured person doing the usual work, and following instructions?',
      'Family told on, by whom',
    ),
    heading('Who was told'),
    table(
      [
        ['Authority', 3.2],
        ['Needed for', 2.6],
        ['Told on, hour, how', 2],
        ['In writing on', 1.3],
      ],
      [
        ['Inspector-cum-Facilitator, or Chief Inspector', 'Death; absence of 48 hours or more; dangerous occurrence'],
        ['District Magistrate, police', 'Death, where the rules of the state say so'],
        ['ESI branch office and its doctor', 'Every injury of an insured person'],
        ['Competent authority for compensation', 'Death or serious bodily injury, where the ESI does not apply'],
        ['Insurer'],
      ],
    ),
    heading('What we do so that it does not happen again'),
    fields('At once', 'Later, by whom, until when', 'Discussed in the safety committee on'),
    text('What is said here is true as far as we know.'),
    signatures('Manager or occupier', 'Safety officer, or who looked into it'),
  ],
  notes: [
    'In an emergency first help, then make the place safe, then leave it as it is until it was looked at.',
    'By when and in which form the authority is told is said by the rules of the Centre or of your state: for a death usually ' +
      'at once by telephone or electronically, and in writing soon after. An absence counts once 48 hours are over.',
    'Diseases of the Third Schedule of the Code have a notice of their own (section 12), and so have dangerous occurrences ' +
      '(section 11).',
    'Enter the accident in the accident book. Compensation for workers outside the ESI is due within a month.',
    'Keep the report with photographs and statements of witnesses.',
  ],
};
