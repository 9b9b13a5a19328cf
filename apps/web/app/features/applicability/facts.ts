import type { Fact, Question } from '@anupalan/contract/applicability/facts';

/** Questions of the catalogue with the company's answers. */
export interface Facts {
  readonly questions: readonly (Question & { readonly isAsked: boolean })[];
  readonly answers: readonly Fact[];
}

/** What an answer is about; the company unless named. */
interface About {
  readonly establishmentId?: string | null;
  readonly itemId?: string | null;
}

/** Answer that was given to a question; null while there is none. */
export function answerTo({ answers }: Facts, key: string, about: About = {}): string | null {
  const { establishmentId = null, itemId = null } = about;
  const given = answers.find(
    (fact) => fact.key === key && fact.establishmentId === establishmentId && fact.itemId === itemId,
  );
  return given?.answer ?? null;
}

/**
 * Questions about an establishment in a state, with the answers that can be given there. One that only one answer is
 * left of, such as the city where no known one lies, asks nothing.
 */
export function questionsIn({ questions }: Facts, state: string): Question[] {
  return questions
    .filter(({ answeredFor, isAsked }) => answeredFor === 'establishment' && isAsked)
    .map((question) => ({
      ...question,
      answers: question.answers.filter((answer) => answer.state === null || answer.state === state),
    }))
    .filter(({ answers }) => answers.length > 1);
}
