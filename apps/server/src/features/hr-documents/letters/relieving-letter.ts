import { ESTABLISHMENT, type Format, fields, heading, signatures, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const RELIEVING_LETTER: Format = {
  key: 'relieving-letter',
  title: 'Relieving letter and service certificate',
  category: 'Letter',
  about: 'For an employee who leaves: that the service is over, and what it was.',
  laws: [LAWS.standingOrders, LAWS.experience],
  blocks: [
    ESTABLISHMENT,
    fields('Letter number', 'Date'),
    heading('To'),
    fields('Name', 'Employee number', 'Address'),
    text('Dear ____________________,'),
    text(
      'you have been relieved of your duties at the close of work on ____________ (date), ' +
        'following ____________________ (resignation of ____________ / retirement / end of the term / other).',
    ),
    heading('Service certificate'),
    text('To whom it may concern: we certify that the person named above was employed with us as follows.'),
    fields(
      'From',
      'Until',
      'Designations held, with dates',
      'Department and place of work',
      'Nature of the work',
      ['Kind of employment', 'Permanent / fixed-term / contract labour / apprentice'],
      'Universal Account Number (provident fund)',
    ),
    heading('At the time of leaving'),
    fields(
      ['Property of the employer', 'Returned in full / still to be returned: ____________________'],
      ['Final wages', 'Paid on ____________ / to be paid on ____________'],
      ['Gratuity', 'Paid on ____________ / to be paid on ____________ / not payable'],
      ['Provident fund', 'Date of exit reported on ____________'],
    ),
    text('We thank you for your work and wish you well.'),
    signatures('For the employer (name, designation, seal)', 'Received by the employee'),
  ],
  notes: [
    'No central law asks for a relieving letter by this name. Standing orders of an establishment, and the shops and ' +
      'establishments law of your state, may ask for a service certificate; contractors owe contract labour a ' +
      'certificate of experience on demand.',
    'Say what is so, and nothing about conduct that you could not prove.',
    'Do not hold this letter back to press for dues: wages are to be paid within two working days in any case.',
  ],
};
