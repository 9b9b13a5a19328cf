import type { HrDocument } from '@anupalan/contract/hr-documents';
import { expect, test } from 'vitest';
import { findHrDocuments } from './find-hr-documents.ts';

const DOCUMENTS = [
  document('Offer letter', 'For whoever joins', 'offer.docx'),
  document('Wage register', 'Form B', 'register.xlsx'),
  document('वेतन पर्ची', '', 'payslip.pdf'),
];

test.each([
  ['', ['Offer letter', 'Wage register', 'वेतन पर्ची']],
  ['  REGISTER ', ['Wage register']],
  ['letter joins', ['Offer letter']],
  ['b form', ['Wage register']],
  ['वेतन', ['वेतन पर्ची']],
  ['.pdf', ['वेतन पर्ची']],
  ['letter register', []],
])('%j finds %j', (search, titles) => {
  expect(findHrDocuments(DOCUMENTS, search).map(({ title }) => title)).toEqual(titles);
});

function document(title: string, description: string, fileName: string): HrDocument {
  const at = '2026-11-01T10:00:00Z';
  return { _id: title, title, description, fileName, fileType: 'pdf', fileSize: 1, createdAt: at, updatedAt: at };
}
