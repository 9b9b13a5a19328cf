import type { MayApply } from '@anupalan/contract/applicability/items';
import { NATURE } from '@anupalan/domain/conditions';

/** Question with the items that its answer decides. */
export interface AskedQuestion {
  /** The same for all items that one answer decides. */
  readonly id: string;
  readonly question: MayApply['question'];
  /** Item of a question that is answered for it alone. */
  readonly itemId: string | null;
  readonly items: readonly MayApply[];
}

/** Questions in the order of the items that ask them first, each once (R-applicability-6). */
export function groupQuestions(items: readonly MayApply[]): AskedQuestion[] {
  const groups = Map.groupBy(items, ({ _id, question: { key, answeredFor, establishmentId, state } }) => {
    if (answeredFor === 'item') return `${key} ${_id}`;
    return answeredFor === 'establishment' ? `${key} ${establishmentId ?? state}` : key;
  });
  return [...groups].flatMap(([id, asking]): AskedQuestion[] => {
    const [first] = asking;
    if (!first) return [];
    const itemId = first.question.answeredFor === 'item' ? first._id : null;
    return [{ id, question: first.question, itemId, items: asking }];
  });
}

/** First open question what an establishment is, which the dashboard asks until it is answered (R-applicability-7). */
export function findNatureQuestion(items: readonly MayApply[]): MayApply['question'] | undefined {
  return items.find(({ question }) => question.key === NATURE && question.establishmentId !== null)?.question;
}
