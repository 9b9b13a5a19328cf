import { randomUUIDv7 } from 'node:crypto';
import type { GivenAnswer } from '@anupalan/contract/applicability/facts';
import { answersIn, type Condition, NATURE } from '@anupalan/domain/conditions';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { lockCompany } from '../companies/queries.ts';
import { readConditions } from '../compliance-items/queries-catalogue.ts';
import type { Acting } from '../tracker/commands.ts';
import { itemNotFound } from '../tracker/require-item.ts';
import { ensureEstablishment, establishmentNotFound } from './commands-establishments.ts';
import { listEstablishments } from './queries.ts';

/**
 * Answers questions for the company, its establishments or items, all or none; an answer of null is taken back
 * (R-applicability-4).
 * @throws AppError not-found without a company, or for an establishment or item that is not there; invalid for a
 * question that there is not, or an answer that it does not have.
 */
export async function answerQuestions(
  db: Kysely<DB>,
  { view, by }: Acting,
  answers: readonly GivenAnswer[],
): Promise<void> {
  const { workspaceId } = view;
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, workspaceId);
    const conditions = new Map((await readConditions(trx)).map((condition) => [condition.key, condition]));
    for (const given of answers) {
      const condition = conditions.get(given.key);
      if (!condition) throw invalidAnswer('There is no such question');
      await answerQuestion(trx, workspaceId, condition, given);
      const { itemId } = given;
      const about = { kind: given.key, name: given.answer ?? '', ...(itemId && { itemId }) };
      await recordActivity(trx, { ...by, workspaceId }, { what: 'facts.answer', about });
    }
  });
}

async function answerQuestion(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  condition: Condition,
  { establishmentId = null, itemId = null, answer }: GivenAnswer,
): Promise<void> {
  const { answeredFor } = condition;
  if ((itemId !== null) !== (answeredFor === 'item')) throw invalidAnswer(MISPLACED[answeredFor]);
  if (answeredFor !== 'establishment') {
    if (establishmentId !== null) throw invalidAnswer(MISPLACED[answeredFor]);
    if (answer !== null && !condition.answers.some(({ key }) => key === answer)) throw noSuchAnswer();
    if (itemId !== null) await requireAsked(trx, itemId, condition.key);
    await store(trx, { workspaceId, key: condition.key, establishmentId: null, itemId, answer });
    return;
  }
  const establishment = await findEstablishment(trx, workspaceId, establishmentId);
  const possible = answersIn(establishment.state, condition);
  if (answer !== null && !possible.some(({ key }) => key === answer)) throw noSuchAnswer();
  await ensureEstablishment(trx, workspaceId, establishment._id);
  if (condition.key === NATURE) await storeNature(trx, workspaceId, establishment._id, answer);
  else await store(trx, { workspaceId, key: condition.key, establishmentId: establishment._id, itemId: null, answer });
}

/** Who has but one establishment needn't name it. */
async function findEstablishment(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string | null) {
  const establishments = await listEstablishments(trx, workspaceId);
  if (id === null && establishments.length > 1) throw invalidAnswer(MISPLACED.establishment);
  const found = id === null ? establishments[0] : establishments.find(({ _id }) => _id === id);
  if (!found) throw establishmentNotFound();
  return found;
}

/** Checks that an item asks a question. @throws AppError not-found, invalid */
async function requireAsked(trx: Transaction<DB>, itemId: string, key: string): Promise<void> {
  const item = await trx
    .selectFrom('compliance_items')
    .select(['conditions', 'below_limit'])
    .where('id', '=', itemId)
    .where('workspace_id', 'is', null)
    .executeTakeFirst();
  if (!item) throw itemNotFound();
  const asked = [...item.conditions, ...(item.below_limit ? [item.below_limit] : [])];
  if (!asked.some((requirement) => requirement.key === key)) throw invalidAnswer('This obligation does not ask that');
}

/**
 * Takes out a company's answers to questions that this installation doesn't ask, or asks about something else, and
 * answers that a question doesn't have: a file of a company brings whatever was asked where it was made.
 */
export async function removeForeignAnswers(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const conditions = new Map((await readConditions(trx)).map((condition) => [condition.key, condition]));
  const facts = await trx.selectFrom('facts').selectAll().where('workspace_id', '=', workspaceId).execute();
  const foreign = facts.filter(({ key, answer, establishment_id, compliance_item_id }) => {
    const condition = conditions.get(key);
    const about = compliance_item_id !== null ? 'item' : establishment_id !== null ? 'establishment' : 'company';
    return condition?.answeredFor !== about || key === NATURE || !condition.answers.some((one) => one.key === answer);
  });
  if (foreign.length === 0) return;
  const ids = foreign.map(({ id }) => id);
  await trx.deleteFrom('facts').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();
}

interface StoredAnswer {
  readonly workspaceId: WorkspaceId;
  readonly key: string;
  readonly establishmentId: string | null;
  readonly itemId: string | null;
  readonly answer: string | null;
}

async function store(trx: Transaction<DB>, { workspaceId, key, establishmentId, itemId, answer }: StoredAnswer) {
  if (answer === null) {
    await trx
      .deleteFrom('facts')
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .where('establishment_id', 'is not distinct from', establishmentId)
      .where('compliance_item_id', 'is not distinct from', itemId)
      .execute();
    return;
  }
  await trx
    .insertInto('facts')
    .values({
      workspace_id: workspaceId,
      id: randomUUIDv7(),
      key,
      establishment_id: establishmentId,
      compliance_item_id: itemId,
      answer,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key', 'establishment_id', 'compliance_item_id'])
        .doUpdateSet({ answer, answered_at: sql`now()` }),
    )
    .execute();
}

async function storeNature(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string, nature: string | null) {
  await trx
    .updateTable('establishments')
    .set({ nature, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

const MISPLACED: Readonly<Record<Condition['answeredFor'], string>> = {
  company: 'This question is about the whole company',
  establishment: 'Please say which establishment the answer is about',
  item: 'Please say which obligation the answer is about',
};

function noSuchAnswer(): AppError {
  return invalidAnswer('This is no answer to the question');
}

function invalidAnswer(message: string): AppError {
  return new AppError('invalid', message, { faults: { answers: message } });
}
