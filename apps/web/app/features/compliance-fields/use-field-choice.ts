import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Ticked fields, without those deleted meanwhile. */
export function useFieldChoice(fields: readonly ComplianceField[]) {
  const [chosen, setChosen] = useState(NONE);
  const ids = fields.map(({ _id }) => _id).filter((id) => chosen.has(id));
  return {
    ids,
    isChosen: (id: string) => chosen.has(id),
    toggle: (id: string) => setChosen((before) => before.symmetricDifference(new Set([id]))),
    chooseAll: (all: boolean) => setChosen(all ? new Set(fields.map(({ _id }) => _id)) : NONE),
    clear: () => setChosen(NONE),
  };
}
