import { ESTABLISHMENT, type Format, heading, signatures, table } from '../formats/format.ts';
import { LAWS } from '../formats/laws.ts';

const ROWS = 12;

export const EMPLOYEE_REGISTER: Format = {
  key: 'employee-register',
  title: 'Register of employees',
  category: 'Register',
  about: 'Everybody who is or was employed, with the particulars that the law wants to see.',
  laws: [LAWS.wageRecords, LAWS.securityRecords],
  isWide: true,
  blocks: [
    ESTABLISHMENT,
    heading('Part A: the person and the job'),
    table(
      [
        ['No.', 0.6],
        ['Employee number', 1.1],
        ['Name', 2],
        ['Gender', 0.9],
        ["Father's, mother's or spouse's name", 2],
        ['Date of birth', 1.2],
        ['Nationality', 1.1],
        ['Education', 1.2],
        ['Date of joining', 1.2],
        ['Designation', 1.5],
        ['Category (skill)', 1.3],
        ['Kind (permanent, fixed term, contract)', 1.5],
      ],
      [],
      ROWS,
    ),
    heading('Part B: numbers, address, leaving'),
    table(
      [
        ['No.', 0.6],
        ['Universal Account Number', 1.5],
        ['Insurance number (ESI)', 1.3],
        ['Income-tax number (PAN)', 1.3],
        ['Aadhaar (last four)', 1.1],
        ['Bank, branch, account', 2],
        ['Mobile', 1.3],
        ['Present address', 2.4],
        ['Permanent address', 2.4],
        ['Date of leaving', 1.1],
        ['Reason', 1.2],
        ['Signature or thumb impression', 1.4],
      ],
      [],
      ROWS,
    ),
    signatures('Kept by', 'For the employer'),
  ],
  notes: [
    'Enter a person on the day of joining, and fill in the leaving when it happens. Never remove a line.',
    'The numbers in both parts are the same person.',
    'The register may be kept electronically, and is shown to the Inspector-cum-Facilitator on demand.',
    'Personal data are for those who need them: keep the register closed to others.',
  ],
};
