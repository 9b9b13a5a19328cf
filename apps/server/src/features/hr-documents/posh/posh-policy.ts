import { ESTABLISHMENT, type Format, fields, heading, points, signatures, table, text } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

export const POSH_POLICY: Format = {
  key: 'posh-policy',
  title: 'Policy against sexual harassment at work',
  category: 'Sexual harassment (POSH)',
  about: 'What is forbidden, how to complain, what happens then: to be displayed and given to everybody.',
  laws: [LAWS.poshDuties, LAWS.poshInquiry],
  blocks: [
    ESTABLISHMENT,
    fields('In force from', 'Approved by'),
    heading('What we stand for'),
    text(
      'Everybody who works here works without fear of sexual harassment. It is forbidden, it is misconduct, and it has ' +
        'consequences, whoever does it. This policy is for all employees, trainees, apprentices, contract labour and ' +
        'volunteers, and protects every woman at our workplace, visitors and customers among them.',
    ),
    text(
      'The workplace is every place to which the work leads: offices and sites, journeys and their transport, events, ' +
        'lodgings, work from home, telephone, e-mail, messages and video calls.',
    ),
    heading('What sexual harassment is'),
    text('Any of these, when it is unwelcome, done openly or in a veiled way:'),
    points(
      'physical contact and advances;',
      'a demand or request for sexual favours;',
      'remarks with a sexual meaning;',
      'showing pornography;',
      'any other unwelcome conduct of a sexual nature, by body, words, pictures or signs.',
    ),
    text(
      'It is sexual harassment too when with such conduct come a promise of better treatment, a threat of worse treatment ' +
        'or about the job, a hostile or intimidating place of work, or humiliation that may harm health or safety.',
    ),
    heading('The Internal Committee'),
    table(
      [
        ['Place on the committee', 2],
        ['Name', 2],
        ['Telephone', 1.5],
        ['E-mail', 2],
      ],
      [['Presiding Officer'], ['Member'], ['Member'], ['Member'], ['External member']],
    ),
    heading('How to complain'),
    points(
      'A woman who was harassed complains in writing to any member of the committee, within three months of the incident, ' +
        'or of the last one of a series. The committee can allow three months more where something kept her from it.',
      'Whoever cannot write is helped to put it into writing.',
      'Where she cannot complain herself, for example because of her health, relatives, friends, colleagues and others ' +
        'named in the rules may do it with her consent; after a death, whoever knows of it, with the consent of her heir.',
      'Where there is no committee, or the complaint is about the employer, the Local Committee of the district takes it.',
      'She may also go to the police. We help her with that if she wants to.',
    ),
    heading('What happens then'),
    table(
      [
        ['Step', 4],
        ['Within', 2],
      ],
      [
        ['The committee sends a copy of the complaint to the person complained about', '7 working days'],
        ['That person answers in writing, with documents and witnesses', '10 working days of receiving it'],
        ['Conciliation, only if the woman asks for it, and never for money', 'Before the inquiry'],
        ['Inquiry: both are heard, by at least three members with the Presiding Officer', '90 days'],
        ['Report to the employer and to both', '10 days of its end'],
        ['The employer acts on the recommendations', '60 days of the report'],
        ['Appeal to the court or tribunal', '90 days of the recommendations'],
      ],
    ),
    text(
      'While the inquiry lasts, the committee can recommend on her written request that she or the other person is ' +
        'transferred, that she gets leave of up to three months beside her own, or that someone else reports on her work.',
    ),
    heading('Consequences'),
    text(
      'Where the complaint is proved: a written apology, warning, withholding of promotion or increments, termination, ' +
        'counselling or community service, and compensation deducted from wages, as the committee recommends. ' +
        'A complaint that was false and malicious, or forged documents, may be punished too; a complaint that could not ' +
        'be proved is not false for that reason. Nobody suffers for complaining or for being a witness.',
    ),
    heading('Confidential'),
    text(
      'Names, addresses, contents, proceedings and recommendations are not published or told to the press or in any other ' +
        'manner. Whoever does it pays what the service rules say, or Rs 5,000.',
    ),
    heading('What we do'),
    points(
      'We display this policy, the consequences and the names of the committee where everybody sees them.',
      'We hold workshops for employees at regular intervals, and train the members of the committee.',
      'We help the committee to get hold of persons and documents, and carry out what it recommends.',
      'We report the number of cases in the yearly report.',
    ),
    signatures('For the employer (name, designation, seal)', 'Presiding Officer'),
  ],
  notes: [
    'Fill in the committee, display the policy at a prominent place in the languages that people here read, and give it to ' +
      'everybody who joins.',
    'The Act protects women. You may protect all persons by your own rules: say so in the first section.',
    'Hold at least one workshop a year and keep the attendance: the yearly report asks for the number.',
  ],
};
