import type { LawChange } from '@anupalan/contract/law/changes';
import type { LawChangeKind } from '@anupalan/domain/law/law-changes';
import type { Reach } from './item-of-law.ts';

/** What is different in the law from before (R-law-11). */
export interface Difference extends Pick<LawChange, 'about' | 'title' | 'state' | 'was' | 'now' | 'source'> {
  readonly change: LawChangeKind;
  /** The item by its key in the catalogue, by which companies hear of it; null for what goes by the state alone. */
  readonly itemKey: string | null;
  /** ISO day. */
  readonly effectiveOn: string | null;
  /** Whom the item was and is for, null where there was or is none; undefined of what is about no item. */
  readonly reach?: { readonly was: Reach | null; readonly now: Reach | null };
}
