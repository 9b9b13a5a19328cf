import { PassThrough, type Readable } from 'node:stream';
import { formatDay, utcDayOf } from '@anupalan/domain/calendar-day';
import { toRupees } from '@anupalan/domain/money';
import PDFDocument from 'pdfkit';
import { toWords } from 'to-words/en-IN';
import type { Receipt } from './queries-receipt.ts';

const PAGE = { left: 56, right: 539, label: 150 };

const INK = { text: '#1b212c', dim: '#5d6676', line: '#d8dde6', brand: '#4560dc' };

const AMOUNT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });

/** The fonts that every reader of PDF has draw these letters and no others; the rupee sign is not among them. */
const DRAWABLE = /^[\x20-\x7e\xa0-\xff\n]*$/;

/** A receipt on one A4 page. */
export function drawReceipt(receipt: Receipt): Readable {
  const title = `Receipt ${receipt.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: PAGE.left,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: receipt.seller.name, CreationDate: receipt.issuedAt },
  });
  const page = pdf.pipe(new PassThrough());
  drawHead(pdf, title, receipt);
  for (const [label, text] of describe(receipt)) drawLine(pdf, label, text);
  drawFoot(pdf, receipt);
  pdf.end();
  return page;
}

type Pdf = InstanceType<typeof PDFDocument>;

function drawHead(pdf: Pdf, title: string, { seller }: Receipt): void {
  pdf.font('Helvetica-Bold').fontSize(18).fillColor(INK.brand).text(drawable(seller.name));
  pdf.font('Helvetica').fontSize(9).fillColor(INK.dim);
  for (const line of [seller.address, seller.gstin && `GSTIN ${seller.gstin}`]) if (line) pdf.text(drawable(line));
  pdf.moveDown(2).font('Helvetica-Bold').fontSize(22).fillColor(INK.text).text(title).moveDown(0.6);
  rule(pdf);
}

/** What the receipt says, line by line. */
function describe(receipt: Receipt): [label: string, text: string][] {
  const amount = toRupees(receipt.amountPaise);
  const { buyer } = receipt;
  const people = buyer ? [buyer.companyName, buyer.name, buyer.email] : ['A customer whose data were erased'];
  const lines: [string, string][] = [
    ['Date', day(receipt.issuedAt)],
    ['Received from', people.filter((line) => line !== null && DRAWABLE.test(line)).join('\n')],
    ['For', 'Anupalan Premium, one month'],
    ['Period', `${day(receipt.periodStart)} to ${day(receipt.periodEnd)}`],
    ['Amount', `INR ${AMOUNT.format(amount)}`],
    ['In words', toWords(amount, { currency: true })],
    ['Order', receipt.orderId],
  ];
  if (receipt.refundedAt) lines.push(['Refunded', day(receipt.refundedAt)]);
  return lines;
}

function drawLine(pdf: Pdf, label: string, text: string): void {
  pdf.moveDown(0.7);
  const top = pdf.y;
  pdf.font('Helvetica').fontSize(10).fillColor(INK.dim).text(label, PAGE.left, top);
  pdf
    .font('Helvetica-Bold')
    .fillColor(INK.text)
    .text(text, PAGE.label, top, { width: PAGE.right - PAGE.label });
}

function drawFoot(pdf: Pdf, { seller }: Receipt): void {
  pdf.moveDown(1.5);
  rule(pdf);
  pdf.moveDown(0.7).font('Helvetica').fontSize(9).fillColor(INK.dim);
  pdf.text(`Issued electronically by ${drawable(seller.name)}; valid without a signature.`, PAGE.left);
}

function rule(pdf: Pdf): void {
  pdf.moveTo(PAGE.left, pdf.y).lineTo(PAGE.right, pdf.y).strokeColor(INK.line).stroke();
}

function day(moment: Date): string {
  return formatDay(utcDayOf(moment.toTemporalInstant()));
}

function drawable(text: string): string {
  return [...text].filter((letter) => DRAWABLE.test(letter)).join('');
}
