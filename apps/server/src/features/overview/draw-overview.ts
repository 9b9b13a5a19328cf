import type { Overview } from '@anupalan/contract/proof/overview';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { countStanding } from '@anupalan/domain/overview/overview';
import {
  describeLateCost,
  describeLateCostLine,
  describeMore,
  monthInitials,
  STANDING_LABELS,
} from '@anupalan/domain/overview/overview-words';
import { STANDINGS } from '@anupalan/domain/reports/month-report';
import { nameMonth, wholePercent } from '@anupalan/domain/reports/report-words';
import type { Type } from '../../platform/files/tables/lay-out-text.ts';
import { type Box, INK, PAGE, Sheet } from './sheet.ts';

const CLIENT: Type = { size: 20, weight: '700Bold' };
const TITLE: Type = { size: 10.5, weight: '700Bold' };
const FIGURE: Type = { size: 26, weight: '700Bold' };
const TEXT: Type = { size: 9, weight: '400Regular' };
const SMALL: Type = { size: 7.5, weight: '400Regular' };

const GAP = 22;
const HALF = (PAGE.width - GAP) / 2;

/** Draws an overview on one A4 page (R-overview-7). @returns a PDF */
export async function drawOverview(overview: Overview): Promise<Buffer> {
  const madeAt = new Date(overview.madeOn);
  const sheet = new Sheet({ title: `${overview.companyName}, overview of ${formatIsoDay(overview.madeOn)}`, madeAt });
  await drawHead(sheet, overview);
  await drawMonth(sheet, overview, 118);
  await drawOnTime(sheet, overview, 214);
  await drawEvidence(sheet, overview, 214);
  await drawList(sheet, { title: 'Late', none: 'Nothing is late.', of: overview.late }, column(0, 372));
  await drawList(
    sheet,
    { title: 'Next', none: 'Nothing falls due within 31 days.', of: overview.next },
    column(1, 372),
  );
  await drawLateCost(sheet, overview, 590);
  await drawFoot(sheet, overview);
  return sheet.bytes();
}

function column(n: 0 | 1, y: number): Box {
  return { x: PAGE.left + n * (HALF + GAP), y, width: HALF };
}

const wide = (y: number): Box => ({ x: PAGE.left, y, width: PAGE.width });

async function drawHead(sheet: Sheet, { companyName, madeOn, preparedBy }: Overview): Promise<void> {
  await sheet.text('Overview', wide(PAGE.top), TEXT, { ink: INK.dim });
  await sheet.text(companyName, wide(PAGE.top + 14), CLIENT, { as: 'H1' });
  await sheet.text(`as of ${formatIsoDay(madeOn)}`, wide(PAGE.top + 40), TEXT, { ink: INK.dim });
  const { name, company } = preparedBy;
  const preparer = `Prepared by ${[name, company].filter(Boolean).join(', ')}`;
  await sheet.text(preparer, wide(PAGE.top + 40), TEXT, { ink: INK.dim, right: true });
  sheet.rule(wide(104));
}

/** How this month stands: a bar in parts, and what they are. */
async function drawMonth(sheet: Sheet, { month, standing }: Overview, y: number): Promise<void> {
  const of = countStanding(standing);
  await sheet.text(`${nameMonth(month)}: ${of} due`, wide(y), TITLE, { as: 'H2' });
  if (of === 0) return sheet.text('Nothing falls due this month.', wide(y + 20), TEXT, { ink: INK.dim });
  let x = PAGE.left;
  for (const one of STANDINGS) {
    const width = (standing[one] / of) * PAGE.width;
    sheet.fill({ x, y: y + 20, width }, 16, INK[one]);
    x += width;
  }
  const share = PAGE.width / STANDINGS.length;
  for (const [at, one] of STANDINGS.entries()) {
    const place = { x: PAGE.left + at * share, y: y + 48, width: share };
    sheet.fill({ ...place, width: 8 }, 8, INK[one]);
    const words = `${standing[one]} ${STANDING_LABELS[one].toLowerCase()}`;
    await sheet.text(words, { ...place, x: place.x + 13, width: share - 15 }, TEXT);
  }
}

/** The rate of twelve months, and a bar for each month. */
async function drawOnTime(sheet: Sheet, { onTime, months }: Overview, y: number): Promise<void> {
  const box = { ...column(0, y), width: 330 };
  await sheet.text('On time, twelve months', box, TITLE, { as: 'H2' });
  await drawShare(sheet, onTime, box);
  const [height, bottom] = [70, y + 108];
  const chart = { x: box.x + 110, y: bottom, width: box.width - 110 };
  const step = chart.width / months.length;
  for (const [at, { month, onTime: share }] of months.entries()) {
    const bar = { x: chart.x + at * step + 1.5, y: bottom, width: step - 3 };
    const part = share.of === 0 ? 0 : share.done / share.of;
    if (share.of > 0) sheet.fill({ ...bar, y: bottom - height }, height, '#eef1f6');
    sheet.fill({ ...bar, y: bottom - height * part }, height * part, INK.brand);
    await sheet.text(monthInitials(month), { ...bar, y: bottom + 5, width: step }, SMALL, { ink: INK.dim });
  }
  sheet.rule(chart);
}

async function drawEvidence(sheet: Sheet, { closedWithEvidence }: Overview, y: number): Promise<void> {
  const box = { x: PAGE.left + 365, y, width: PAGE.width - 365 };
  await sheet.text('Closed with evidence', box, TITLE, { as: 'H2' });
  await drawShare(sheet, closedWithEvidence, box);
  const { done, of } = closedWithEvidence;
  const bar = { ...box, y: y + 92 };
  sheet.fill(bar, 16, '#eef1f6');
  sheet.fill({ ...bar, width: of === 0 ? 0 : (done / of) * bar.width }, 16, INK.settled);
}

async function drawShare(sheet: Sheet, share: Overview['onTime'], box: Box): Promise<void> {
  const percent = wholePercent(share);
  await sheet.text(percent === null ? '–' : `${percent} %`, { ...box, y: box.y + 22 }, FIGURE);
  const words = share.of === 0 ? 'nothing yet' : `${share.done} of ${share.of}`;
  await sheet.text(words, { ...box, y: box.y + 56 }, TEXT, { ink: INK.dim });
}

interface List {
  readonly title: string;
  /** What is said where there is nothing. */
  readonly none: string;
  readonly of: Overview['next'];
}

async function drawList(sheet: Sheet, { title, none, of: { count, lines } }: List, box: Box): Promise<void> {
  await sheet.text(count === 0 ? title : `${title}: ${count}`, box, TITLE, { as: 'H2' });
  sheet.rule({ ...box, y: box.y + 17 });
  if (count === 0) return sheet.text(none, { ...box, y: box.y + 25 }, TEXT, { ink: INK.dim });
  let y = box.y + 23;
  for (const { title: name, legal } of lines) {
    await sheet.text(formatIsoDay(legal), { ...box, y, width: 54 }, TEXT, { ink: INK.dim });
    await sheet.text(name, { x: box.x + 58, y, width: box.width - 58 }, TEXT);
    y += 20;
  }
  const more = describeMore(count - lines.length);
  if (more) await sheet.text(more, { ...box, y }, TEXT, { ink: INK.dim });
}

async function drawLateCost(sheet: Sheet, { lateCost }: Overview, y: number): Promise<void> {
  await sheet.text('What lateness cost in twelve months, so far', wide(y), TITLE, { as: 'H2' });
  sheet.rule(wide(y + 17));
  const words = describeLateCost(lateCost);
  await sheet.text(words, wide(y + 24), TEXT, { ink: INK.dim });
  let at = y + 42;
  for (const line of lateCost.lines) {
    const { title, amount } = line;
    await sheet.text(title, { ...wide(at), width: 250 }, TEXT);
    await sheet.text(describeLateCostLine(line), { x: PAGE.left + 258, y: at, width: 150 }, TEXT, { ink: INK.dim });
    const sum = amount === null ? 'not known' : formatRupees(amount);
    await sheet.text(sum, { x: PAGE.left + 410, y: at, width: PAGE.width - 410 }, TEXT, { right: true });
    at += 18;
  }
}

async function drawFoot(sheet: Sheet, { companyName, madeOn }: Overview): Promise<void> {
  const words = `${companyName} · as of ${formatIsoDay(madeOn)} · counted from the compliance register, without what is restricted · made with Anupalan`;
  await sheet.text(words, wide(PAGE.bottom), SMALL, { ink: INK.dim });
}
