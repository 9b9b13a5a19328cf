import type { ReportLine, StatusReport } from '@anupalan/contract/people/reports';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import type { Standing } from '@anupalan/domain/reports/month-report';
import {
  addMonths,
  describeRecord,
  describeStanding,
  nameMonth,
  wholePercent,
} from '@anupalan/domain/reports/report-words';
import {
  composeMail,
  paragraph,
  quotation,
  standing,
  type Tone,
  title,
  withoutLinks,
} from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const TONES: Readonly<Record<Standing, Tone>> = { settled: 'good', waiting: 'waiting', late: 'bad', open: 'none' };

/** Days that are named of what lies open from before, of one obligation. */
const MOST_DAYS = 6;

/**
 * The report itself, in the name of who sends it (R-reports-7). What people wrote makes no links, and the address that
 * answers go to stands on a line of its own, by which the mail is found when its sender is erased.
 */
export function composeReportMail(to: string, report: StatusReport, message: string): Promise<Mail> {
  const { preparedBy } = report;
  const today = Temporal.PlainDate.from(report.madeOn.slice(0, 10));
  const month = nameMonth(report.month);
  const company = withoutLinks(report.companyName);
  const sender = withoutLinks([preparedBy.name, preparedBy.company].filter(Boolean).join(', '));
  return composeMail({
    to,
    subject: `Status report ${month}: ${company}`,
    replyTo: preparedBy.email,
    letterhead: sender,
    preview: `${countUp(report)} On ${formatIsoDay(report.madeOn)}.`,
    heading: `${company}: status report ${month}`,
    blocks: [
      ...(message === '' ? [] : [quotation(`${sender} writes:`, withoutLinks(message))]),
      paragraph(`${countUp(report)} ${sumUpOnTime(report)}`.trim()),
      ...writeDue(report, today),
      ...writeNext(report),
      ...writeBefore(report, today),
      title('Prepared by'),
      quotation(
        sender,
        [preparedBy.email, preparedBy.phone, `On ${formatIsoDay(report.madeOn)}`].filter(Boolean).join('\n'),
      ),
    ],
  });
}

function countUp({ standing: { settled, waiting, late, open } }: StatusReport): string {
  const due = settled + waiting + late + open;
  if (due === 0) return 'Nothing was due in this month.';
  const parts = [
    `${settled} of ${due} due obligations are settled`,
    waiting > 0 && `${waiting} to be checked`,
    late > 0 && `${late} late`,
    open > 0 && `${open} still to come`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function sumUpOnTime({ onTime }: StatusReport): string {
  const percent = wholePercent(onTime);
  return percent === null ? '' : `On time: ${percent} % (${onTime.done} of ${onTime.of} whose day has come).`;
}

function writeDue({ due }: StatusReport, today: Temporal.PlainDate) {
  return due.flatMap(({ act, lines }) => [title(withoutLinks(act)), ...lines.map((line) => writeLine(line, today))]);
}

function writeLine(line: ReportLine, today: Temporal.PlainDate) {
  const { record, title: name, day } = line;
  const details = record && line.standing !== 'late' ? [describeRecord(record), record.note] : [];
  return standing(withoutLinks(name), {
    before: `Due ${formatIsoDay(day)}`,
    state: describeStanding(line, today),
    tone: TONES[line.standing],
    details: details.flatMap((text) => (text === '' ? [] : guard(text).split('\n'))),
  });
}

/** What might be read as a link is made none; numbers and amounts stay as they are, to be copied. */
function guard(text: string): string {
  return /[a-z]\.[a-z]|[:@]\S/i.test(text) ? withoutLinks(text) : text;
}

function writeNext({ month, next }: StatusReport) {
  const lines = next.map(({ title: name, act, day, standing: how }) =>
    standing(withoutLinks(name), {
      state: `Due ${formatIsoDay(day)}${how === 'settled' ? ', settled already' : ''}`,
      tone: how === 'settled' ? 'good' : 'none',
      details: [withoutLinks(act)],
    }),
  );
  return [
    title(`What comes in ${nameMonth(addMonths(month, 1))}`),
    ...(lines.length > 0 ? lines : [paragraph('Nothing falls due.')]),
  ];
}

function writeBefore({ before }: StatusReport, today: Temporal.PlainDate) {
  if (before.length === 0) return [];
  return [
    title('Open from before'),
    ...before.map(({ title: name, act, open, count }) => {
      const [oldest] = open;
      const days = open.slice(0, MOST_DAYS).map(({ day }) => formatIsoDay(day));
      const more = count > days.length ? ` and ${count - days.length} more` : '';
      return standing(withoutLinks(name), {
        state: oldest ? describeStanding({ ...oldest, record: null }, today) : '',
        tone: oldest ? TONES[oldest.standing] : 'none',
        details: [`Due ${days.join(', ')}${more}`, withoutLinks(act)],
      });
    }),
  ];
}
