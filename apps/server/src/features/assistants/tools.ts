import { listMayApply } from '@anupalan/contract/applicability/items';
import { listRegistrations } from '@anupalan/contract/company/registrations';
import { listOpenDuties, updateDutyStatus } from '@anupalan/contract/events/duties';
import { listEvents, readEvent } from '@anupalan/contract/events/events';
import { listLawChanges } from '@anupalan/contract/law/changes';
import { readLateCost } from '@anupalan/contract/law/late-cost';
import { listChecks } from '@anupalan/contract/people/checks';
import { listClients } from '@anupalan/contract/people/clients';
import { StatusEntry, takeBackStatus, updateStatus } from '@anupalan/contract/status-history';
import { z } from 'zod';
import { OBLIGATION_TOOLS } from './obligation-tools.ts';
import { presentEntry } from './present.ts';
import { type Tool, toolOf } from './tool.ts';

const DAY = 'A day, as 2026-12-15.';
const NOTE = 'A note in the words of the person who asked for it; it stays in the history.';

/** The history of an item of which a day has just changed. */
const Changed = z.object({ data: z.object({ statusHistory: z.array(StatusEntry) }) });

/** The day that was changed last, and whether what was recorded counts yet. */
function presentChange(body: unknown): object {
  const { statusHistory } = Changed.parse(body).data;
  const [newest] = statusHistory.toSorted((one, other) => other.lastUpdated.localeCompare(one.lastUpdated));
  if (!newest) return { outcome: 'nothing is recorded about it any more' };
  const waits = newest.waiting !== null;
  return {
    outcome: waits ? 'waits for a check: it does not count until somebody else approved it' : 'recorded',
    entry: presentEntry(newest),
  };
}

/** Everything that an assistant may do (R-tokens-10); each by calls that a person makes. */
export const TOOLS: readonly Tool[] = [
  ...OBLIGATION_TOOLS,
  toolOf(updateStatus, {
    name: 'record_status',
    title: 'Record a status',
    description:
      'Records a status for one occurrence of an obligation, in the name of the person whose token this is. Ask that person before. Where the obligation has a checker it waits for the check, and the answer says so. Take itemId and forDate from list_overdue or list_due.',
    words: {
      id: 'The itemId.',
      forDate: DAY,
      note: NOTE,
      noEvidenceReason: 'Why there is no evidence, if it is asked for.',
    },
    without: ['from', 'to'],
    renamed: { id: 'itemId' },
    fixed: ({ userId }) => ({ userId }),
    present: presentChange,
  }),
  toolOf(takeBackStatus, {
    name: 'take_back_status',
    title: 'Take a status back',
    description:
      'Takes a status back that was recorded within the last hour, by the _id of its record. It stays in the history and counts for nothing.',
    words: { id: 'The _id of the record, from record_status or get_obligation.' },
    without: ['from', 'to'],
    takesBack: true,
    present: presentChange,
  }),
  toolOf(readLateCost, {
    name: 'late_cost',
    title: 'What does late cost',
    description:
      'What paying or filing late costs, rule by rule with its source, in rupees; an estimate says so, and a rule that is not known is not guessed. Give itemId, or the dutyId of an event.',
    words: {
      itemId: 'The obligation.',
      dutyId: 'The duty of an event.',
      amount: 'Rupees that are due.',
      dueOn: DAY,
      paidOn: 'The day it was or will be paid, as 2026-12-20.',
    },
  }),
  toolOf(listLawChanges, {
    name: 'list_law_changes',
    title: 'What changed in the law',
    description: 'What changed in the law for this company since it was registered, the newest first, with sources.',
  }),
  toolOf(listMayApply, {
    name: 'list_may_apply',
    title: 'What may apply',
    description:
      'Obligations that may apply to this company, each with the question that decides it. They count nowhere until a manager answers.',
  }),
  toolOf(listClients, {
    name: 'company_figures',
    title: 'Figures of the company',
    description:
      'How the company stands today: overdue, due within seven days, waiting for a check, done on time in the last twelve months, next due day.',
  }),
  toolOf(listRegistrations, {
    name: 'list_registrations',
    title: 'Registrations and licences',
    description: 'The registration and licence numbers of the company, with their days.',
  }),
  toolOf(listChecks, {
    name: 'list_checks',
    title: 'What waits for my check',
    description:
      'Records of colleagues that wait for this person’s check. Checks are decided in person, not by a tool.',
  }),
  toolOf(listEvents, {
    name: 'list_events',
    title: 'Events',
    description:
      'What happened in the company (somebody joined or left, an accident, a new office …) with the duties that it opened. Complaints are not in it.',
    words: { closed: '"true" or "false": closed or open events alone.' },
  }),
  toolOf(readEvent, { name: 'get_event', title: 'One event', description: 'One event with all its duties.' }),
  toolOf(listOpenDuties, {
    name: 'list_event_duties',
    title: 'Open duties of events',
    description: 'The duties of open events that are not done with, what is due first comes first.',
  }),
  toolOf(updateDutyStatus, {
    name: 'record_duty_status',
    title: 'Record a status of a duty',
    description:
      'Records a status of a duty of an event, in the name of the person whose token this is. Ask that person before. Where the duty has a checker it waits for the check: the answer has it as waiting.',
    words: { id: 'The event, by eventId.', dutyId: 'The duty, by its _id.', note: NOTE },
  }),
];
