import { listActs } from '@anupalan/contract/acts';
import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import { ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { callRoute, type ToolCaller, ToolRefusal } from './call-route.ts';
import { presentCurrent, presentDue, presentObligation, presentOverdue, type Viewpoint } from './present.ts';
import { type Tool, toolOver } from './tool.ts';

/** Lines that a list has at most, so that an assistant reads it at one go. */
const MOST_LINES = 200;

/** Days that a list covers at most. */
const MOST_DAYS = 366;

/** A record lies under its nominal day, which is no further from the legal one than this. */
const MOST_MOVED = { days: 200 };

const MINE = 'true: only what the person is responsible for whose token this is.';

const Items = z.object({ data: z.array(ComplianceItem) });
const Named = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) });

const READS = [listComplianceItems, listActs] as const;

/** The obligations of the caller's company within days, and how to look at them. */
async function read(caller: ToolCaller, days: { from?: string; to?: string } = {}) {
  const [items, acts] = [
    Items.parse(await callRoute(caller, listComplianceItems, days)),
    await readNames(caller, listActs),
  ];
  const view: Viewpoint = { today: caller.today, acts, userId: caller.session.userId };
  return { items: items.data, view };
}

async function readNames(caller: ToolCaller, call: typeof listActs | typeof listComplianceFields) {
  return new Map(Named.parse(await callRoute(caller, call)).data.map(({ _id, name }) => [_id, name]));
}

/** A list as far as it is shown; `more` says how many are not. */
function cut<T>(lines: readonly T[]) {
  const more = lines.length - MOST_LINES;
  return { data: lines.slice(0, MOST_LINES), ...(more > 0 && { more }) };
}

const Day = z.string('Please give a day, such as 2026-12-15').transform((text, context) => {
  const day = parseCalendarDay(text);
  if (day) return day;
  context.addIssue('Please give a day, such as 2026-12-15');
  return z.NEVER;
});

/** The tools about obligations, over the list that the dashboard reads. */
export const OBLIGATION_TOOLS: readonly Tool[] = [
  toolOver(READS, z.object({ mine: z.boolean().optional() }), {
    name: 'list_overdue',
    title: 'What is overdue',
    description:
      'The obligations of the company whose day has passed and that are not settled, the oldest first. Duties of events are in list_event_duties.',
    words: { mine: MINE },
    run: async (caller, { mine }) => {
      const { items, view } = await read(caller);
      return cut(presentOverdue(items, view).filter((line) => !mine || line.mine));
    },
  }),
  toolOver(READS, z.object({ from: Day, to: Day, mine: z.boolean().optional() }), {
    name: 'list_due',
    title: 'What is due between two days',
    description:
      'Every occurrence of the company’s obligations that falls due from one day to another, both included, with its status, at most 366 days.',
    words: { from: 'The first day, as 2026-12-01.', to: 'The last day, as 2026-12-31.', mine: MINE },
    run: async (caller, { from, to, mine }) => {
      const days = from.until(to).days;
      if (days < 0) throw new ToolRefusal('The last day must not be before the first');
      if (days >= MOST_DAYS) throw new ToolRefusal(`Please choose at most ${MOST_DAYS} days`);
      const window = { from: `${from.subtract(MOST_MOVED)}`, to: `${to.add(MOST_MOVED)}` };
      const { items, view } = await read(caller, window);
      return cut(presentDue(items, { from, to }, view).filter((line) => !mine || line.mine));
    },
  }),
  toolOver(READS, z.object({ search: z.string().max(100).optional() }), {
    name: 'list_obligations',
    title: 'Obligations of the company',
    description:
      'The obligations that apply to the company, each with its itemId and its current occurrence; search looks for words of title and act.',
    words: { search: 'Words of the title or the act, such as "provident fund".' },
    run: async (caller, { search = '' }) => {
      const { items, view } = await read(caller);
      const words = search.toLowerCase().split(/\s+/);
      const found = items.filter(({ title, actId }) => {
        const text = `${title} ${view.acts.get(actId) ?? ''}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const lines = found.map((item) => ({
        itemId: item._id,
        title: item.title,
        act: view.acts.get(item.actId) ?? '',
        state: item.state,
        frequency: item.dueDate.frequency,
        current: presentCurrent(item, view),
      }));
      return cut(lines);
    },
  }),
  toolOver([...READS, listComplianceFields], z.object({ itemId: z.string('Please name the obligation') }), {
    name: 'get_obligation',
    title: 'One obligation with its history',
    description:
      'What one obligation asks for, by whom, with which form and portal, its current occurrence, and what was recorded about it.',
    words: { itemId: 'From list_overdue, list_due or list_obligations.' },
    run: async (caller, { itemId }) => {
      const { items, view } = await read(caller);
      const item = items.find(({ _id }) => _id === itemId);
      if (!item) throw new ToolRefusal('Obligation not found');
      return { data: presentObligation(item, await readNames(caller, listComplianceFields), view) };
    },
  }),
];
