import { eachSource, isTest, withoutComments } from './sources.ts';

/** The module that knows India's time zone, and makes days and times of moments (R-due-dates-6). */
const DAYS = 'packages/domain/src/calendar-day.ts';

/** Ways to make a day of a moment that forget India, each with the way to take. */
const OTHER_WAYS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /Asia\/Kolkata/, instead: `INDIA of ${DAYS}` },
  { pattern: /\bplainDate(?:Time)?ISO\b|\bzonedDateTimeISO\b/, instead: 'todayInIndia(now), or useToday() in the web' },
  { pattern: /\butcDayOf\(/, instead: 'indianDayOf()' },
  { pattern: /\.toZonedDateTimeISO\((?!INDIA\))/, instead: 'indianDayOf(), indianTimeOf() or the zone INDIA' },
  { pattern: /\.toISOString\(\)\.(?:slice|substring|split)\(/, instead: 'indianDayOf()' },
  { pattern: /\bget(?:UTC)?(?:FullYear|Month|Date|Day)\(\)/, instead: 'indianDayOf()' },
  { pattern: /\bcurrent_date\b|\blocaltimestamp\b/i, instead: "indianDay('now()') of platform/days/indian-day.ts" },
  { pattern: /(?:\bnow\(\)|_(?:at|since))::date\b/i, instead: 'indianDay() of platform/days/indian-day.ts' },
  { pattern: /at time zone '(?!\$\{INDIA\}')[^']*'\)?::date/i, instead: 'indianDay() of platform/days/indian-day.ts' },
];

/** Files that go by another day for a reason of their own. */
const EXCEPT: readonly string[] = [
  DAYS,
  // A reminder is set in the time zone of who sets it.
  'apps/web/app/features/reminders/local-time.ts',
  // The day of last use is nothing but an index, which one day earlier or later reads alike.
  'apps/server/src/identity/sessions.ts',
  // A cell of a workbook is a wall clock, which the reader hands over as one in UTC.
  'apps/server/src/features/imports/workbook/to-cell.ts',
];

const PRODUCT = /^(?:apps|packages)\//;

/** Days are made of moments in one place: elsewhere a day of UTC, or of the browser, would slip in. */
export const checkDays = eachSource(({ file, text }) => {
  if (!PRODUCT.test(file) || file.includes('/migrations/') || isTest(file) || EXCEPT.includes(file)) return [];
  const code = withoutComments(text);
  return OTHER_WAYS.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(code) ?? [];
    return found ? [`"${found}" makes a day or a time of its own: take ${instead}`] : [];
  });
});
