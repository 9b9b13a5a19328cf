import type { Overview } from '@anupalan/contract/proof/overview';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { countStanding } from '@anupalan/domain/overview/overview';
import { wholePercent } from '@anupalan/domain/reports/report-words';
import { composeMail, paragraph, quotation, title, withoutLinks } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The name of the PDF. */
export function nameOverview({ madeOn }: Pick<Overview, 'madeOn'>): string {
  return `overview-${madeOn.slice(0, 10)}.pdf`;
}

/** Mails with the overview as a PDF, one to each address, in the name of who sends them (R-overview-8). */
export async function composeOverviewMails(
  addresses: readonly string[],
  overview: Overview,
  message: string,
): Promise<Mail[]> {
  const { drawOverview } = await import('./draw-overview.ts');
  const bytes = await drawOverview(overview);
  const attachment = { name: nameOverview(overview), mediaType: 'application/pdf', base64: bytes.toString('base64') };
  const mails = await Promise.all(addresses.map((to) => composeOverviewMail(to, overview, message)));
  return mails.map((mail) => ({ ...mail, attachment }));
}

function composeOverviewMail(to: string, overview: Overview, message: string): Promise<Mail> {
  const { preparedBy, companyName, madeOn } = overview;
  const company = withoutLinks(companyName);
  const sender = withoutLinks([preparedBy.name, preparedBy.company].filter(Boolean).join(', '));
  const words = sumUp(overview);
  return composeMail({
    to,
    subject: `Overview of ${formatIsoDay(madeOn)}: ${company}`,
    replyTo: preparedBy.email,
    letterhead: sender,
    preview: words,
    heading: `${company}: overview`,
    blocks: [
      ...(message === '' ? [] : [quotation(`${sender} writes:`, withoutLinks(message))]),
      paragraph(words),
      paragraph('The page is attached as a PDF.'),
      title('Prepared by'),
      quotation(sender, [preparedBy.email, preparedBy.phone, `On ${formatIsoDay(madeOn)}`].filter(Boolean).join('\n')),
    ],
  });
}

function sumUp({ standing, onTime, late, closedWithEvidence }: Overview): string {
  const due = countStanding(standing);
  const percent = wholePercent(onTime);
  const parts = [
    due === 0 ? 'Nothing is due this month' : `${standing.settled} of ${due} of this month are settled`,
    `${late.count} late`,
    percent !== null && `${percent} % on time in twelve months (${onTime.done} of ${onTime.of})`,
    closedWithEvidence.of > 0 && `${closedWithEvidence.done} of ${closedWithEvidence.of} closed with evidence`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
