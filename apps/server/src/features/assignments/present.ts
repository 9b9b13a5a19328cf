import type { AssignmentOfScope, Away as AwayInAnswers, Colleague } from '@anupalan/contract/people/assignments';
import type { Away } from '@anupalan/domain/assignments';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { Selectable } from 'kysely';
import type { Assignments } from '../../platform/postgres/database-schema.ts';
import type { NamedColleague } from '../tracker/queries-assignments.ts';

export function presentAssignment(row: Selectable<Assignments>): AssignmentOfScope {
  const id = row.compliance_item_id ?? row.act_id;
  return {
    scope: row.compliance_item_id !== null ? 'item' : row.act_id !== null ? 'act' : 'company',
    id,
    responsible: row.responsible_id,
    deputy: row.deputy_id,
    checker: row.checker_id,
    evidenceRequired: row.evidence_required,
    ...(row.responsible_taken_away && { responsibleTakenAway: true as const }),
    ...(row.checker_gone && { checkerGone: true as const }),
  };
}

export function presentColleague({ away, ...colleague }: NamedColleague): Colleague {
  return { ...colleague, away: away && presentAway(away) };
}

function presentAway({ from, to }: Away): AwayInAnswers {
  return { from: toIsoMidnight(from), to: toIsoMidnight(to) };
}
