import { ESTABLISHMENT, type Format, fields, heading, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const MATERNITY_BENEFIT_NOTICE: Format = {
  key: 'maternity-benefit-notice',
  title: 'Notice of maternity leave and claim of maternity benefit',
  category: 'Notice',
  about: 'From the woman to her employer, with the answer of the employer.',
  laws: [LAWS.maternity],
  blocks: [
    ESTABLISHMENT,
    heading('Notice'),
    fields(
      'Name',
      'Employee number, department, designation',
      'Date of joining',
      'Address and telephone during the leave',
      'Surviving children',
    ),
    text('I give notice, and claim the maternity benefit and other amounts due to me, as follows.'),
    fields(
      ['Reason', 'Pregnancy / delivery / adoption / commissioning mother / miscarriage / other: ____________'],
      'Expected day of delivery',
      'Day of delivery, adoption or miscarriage, if it was',
      ['I shall be absent', 'From ____________ until about ____________'],
      'Proof attached',
      ['Pay the benefit to', 'Me / ____________________ (name, relationship, address)'],
      'Bank account',
    ),
    text('I will not work in any establishment during the time for which I receive maternity benefit.'),
    signatures('Employee (signature or thumb impression)', 'Witness, where it is a thumb impression'),
    heading('Answer of the employer'),
    text('We received your notice on ____________. You may be absent as follows, and are paid as follows.'),
    table(
      [
        ['For', 3.6],
        ['From, to, days', 2.2],
        ['Rs', 1.2],
        ['Paid on', 1.4],
      ],
      [
        ['Leave before the expected day of delivery (at most 8 weeks; 6 with two or more surviving children)'],
        ['Leave after it (together at most 26 weeks; 12 weeks with two or more surviving children)'],
        ['Adoption of a child below three months, commissioning mother (12 weeks)'],
        ['Miscarriage or medical termination (6 weeks)'],
        ['Tubectomy (2 weeks); illness that comes of it all (1 month more at most)'],
        ['Medical bonus, where care was not free'],
      ],
    ),
    fields(
      'Average wages of a day (Rs), of the three months before',
      'Days worked in the twelve months before (at least 80)',
      'Expected day of return',
      ['Work from home after the leave', 'Agreed / not agreed, because ____________________'],
      ['Breaks and creche', 'Two nursing breaks a day until the child is 15 months; creche at ____________'],
    ),
    signatures('For the employer (name, designation, seal)', 'Received by the employee'),
  ],
  notes: [
    'For establishments where the chapter on maternity benefit applies: factories, mines, plantations, and shops and ' +
      'establishments with ten or more employees. A woman who is insured with the ESI claims the benefit there.',
    'The notice may come after the delivery too; a woman who gave none does not lose the benefit.',
    'The benefit for the time before delivery is paid in advance on proof of pregnancy, the rest within 48 hours of proof ' +
      'of delivery. Ask for proof in the form that the rules prescribe.',
    'No work in the six weeks after delivery, miscarriage or termination. No dismissal, and no worse terms, because of it.',
    'A creche is due from 50 employees on. Women are told of these benefits in writing when they are engaged.',
  ],
};
