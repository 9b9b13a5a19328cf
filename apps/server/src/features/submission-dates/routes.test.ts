import { MAX_SUBMISSION_DATES } from '@anupalan/contract/submission-dates';
import { test } from 'vitest';
import {
  type DatedRecords,
  expectRejected,
  prepareDatedRecords,
  testDatedRecords,
} from '../../../test/dated-records.ts';

const SUBMISSION_DATES: DatedRecords = {
  table: 'submission_dates',
  path: 'submission-dates',
  key: 'submissionDates',
  name: 'submission date',
  form: { description: '  Filed, ack. 123 ' },
  stored: { description: 'Filed, ack. 123' },
  columns: { description: "'Filed'" },
  limits: MAX_SUBMISSION_DATES,
};

const MISSING_NOTE = 'Please enter a submission note';

const calls = prepareDatedRecords(SUBMISSION_DATES);
testDatedRecords(SUBMISSION_DATES, calls);

test.each([
  [{ description: undefined }, { description: MISSING_NOTE }],
  [{ description: '  ' }, { description: MISSING_NOTE }],
  [{ description: 7 }, { description: MISSING_NOTE }],
  [{ description: 'x'.repeat(2_001) }, { description: 'Please use at most 2000 characters' }],
  [
    { date: 'soon', description: '' },
    { date: 'Invalid date format', description: MISSING_NOTE },
  ],
])('a rejected submission: %j', (body, errors) => expectRejected(calls, body, errors as Record<string, string>));
