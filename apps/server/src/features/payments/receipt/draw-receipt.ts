import { PassThrough, type Readable } from 'node:stream';
import { formatDay, indianDayOf } from '@anupalan/domain/calendar-day';
import { toRupees } from '@anupalan/domain/money';
import PDFDocument from 'pdfkit';
import { toWords } from 'to-words/en-IN';
import { isDrawable, writeText } from '../../../platform/files/tables/write-text.ts';
import type { Receipt } from './queries.ts';

const PAGE = { left: 56, right: 539, label: 150 };

const INK = { text: '#1b212c', dim: '#5d6676', line: '#d8dde6', brand: '#4560dc' };

const AMOUNT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });

/** Draws a receipt on one A4 page (R-payments-19). */
export async function drawReceipt(receipt: Receipt): Promise<Readable> {
  const title = `Receipt ${receipt.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: PAGE.left,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: receipt.seller.name, CreationDate: receipt.issuedAt },
  });
  const page = pdf.pipe(new PassThrough());
  await drawHead(pdf, title, receipt);
  for (const [label, text] of describe(receipt)) await drawLine(pdf, label, text);
  await drawFoot(pdf, receipt);
  pdf.end();
  return page;
}

type Pdf = InstanceType<typeof PDFDocument>;

async function drawHead(pdf: Pdf, title: string, { seller }: Receipt): Promise<void> {
  pdf.fillColor(INK.brand);
  await writeText(pdf, seller.name, 18, '700Bold');
  pdf.fillColor(INK.dim);
  for (const line of [seller.address, seller.gstin && `GSTIN ${seller.gstin}`]) await writeText(pdf, line, 9);
  pdf.moveDown(2).fillColor(INK.text);
  await writeText(pdf, title, 22, '700Bold');
  pdf.moveDown(0.6);
  rule(pdf);
}

/** The lines of a receipt, by their labels. */
function describe(receipt: Receipt): [label: string, text: string][] {
  const amount = toRupees(receipt.amountPaise);
  const { buyer } = receipt;
  const people = buyer ? [buyer.companyName, buyer.name, buyer.email] : ['A customer whose data were erased'];
  const lines: [string, string][] = [
    ['Date', day(receipt.issuedAt)],
    ['Received from', people.filter((line) => line !== null && isDrawable(line)).join('\n')],
    ['For', 'Anupalan Premium, one month'],
    ['Period', `${day(receipt.periodStart)} to ${day(receipt.periodEnd)}`],
    ['Amount', `INR ${AMOUNT.format(amount)}`],
    ['In words', toWords(amount, { currency: true })],
    ['Order', receipt.orderId],
  ];
  if (receipt.refundedAt) lines.push(['Refunded', day(receipt.refundedAt)]);
  return lines;
}

async function drawLine(pdf: Pdf, label: string, text: string): Promise<void> {
  pdf.fontSize(10).moveDown(0.7);
  const top = pdf.y;
  pdf.fillColor(INK.dim);
  [pdf.x, pdf.y] = [PAGE.left, top];
  await writeText(pdf, label, 10);
  pdf.fillColor(INK.text);
  [pdf.x, pdf.y] = [PAGE.label, top];
  await writeText(pdf, text, 10, '700Bold');
}

async function drawFoot(pdf: Pdf, { seller }: Receipt): Promise<void> {
  pdf.moveDown(1.5);
  rule(pdf);
  pdf.moveDown(0.7).fillColor(INK.dim).x = PAGE.left;
  await writeText(pdf, `Issued electronically by ${seller.name}; valid without a signature.`, 9);
}

function rule(pdf: Pdf): void {
  pdf.moveTo(PAGE.left, pdf.y).lineTo(PAGE.right, pdf.y).strokeColor(INK.line).stroke();
}

function day(moment: Date): string {
  return formatDay(indianDayOf(moment.toTemporalInstant()));
}
