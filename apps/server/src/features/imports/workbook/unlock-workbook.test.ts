import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cellsOf, refusal } from '../reading/read.fixture.ts';
import { inlineRow, makeWorkbook } from '../reading/workbook.fixture.ts';
import { lockAgile, lockStandard } from './locked.fixture.ts';

const TRIED_FIRST = 'VelvetSweatshop';
const PASSWORD = 'The file is protected by a password: save it without one, and choose it again';

describe.each([
  ['Office 2007', lockStandard],
  ['Office since 2010', lockAgile],
])('workbooks that are encrypted as by %s', (_, lock) => {
  test.each([0, 1_000_000])('open where spreadsheets ask nobody for a password, with %s bytes more', async (size) => {
    const more = { 'xl/media/image1.png': randomBytes(size) };
    const workbook = makeWorkbook({ sheets: [{ name: 'Sheet1', rows: inlineRow(1, ['x']) }], more });
    expect(await cellsOf(lock(workbook, TRIED_FIRST))).toEqual({ 1: ['x'] });
  });

  test('are refused with a password of their own, cut off, or with something else inside', async () => {
    const workbook = makeWorkbook({ sheets: [{ name: 'Sheet1', rows: inlineRow(1, ['x']) }] });
    expect(await refusal(lock(workbook, 'a password'))).toBe(PASSWORD);
    expect(await refusal(lock(workbook, TRIED_FIRST).subarray(0, 2_000))).toBe(PASSWORD);
    expect(await refusal(lock(workbook.subarray(0, -100), TRIED_FIRST))).toMatch(/damaged/);
  });
});
